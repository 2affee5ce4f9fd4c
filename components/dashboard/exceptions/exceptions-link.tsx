"use client";

import { useQuery } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { paths } from "#components/dashboard/paths.ts";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Link } from "#components/ui/link.tsx";

/** A link to the exceptions, while there are open ones. */
export function ExceptionsLink() {
  const { data } = useQuery(rpcQuery("exceptions.count", {}));
  if (data === undefined || data.open === 0) return null;
  return (
    <Link href={paths.exceptions} className={buttonClass("plain")}>
      Exceptions
      <span className="rounded-full bg-critical-wash px-1.5 text-xs/5 text-critical tabular-nums">
        {data.open.toLocaleString("en")}
        <span className="sr-only"> open</span>
      </span>
    </Link>
  );
}
