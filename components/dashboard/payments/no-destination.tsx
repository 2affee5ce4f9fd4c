"use client";

import { useQuery } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { paths } from "#components/dashboard/paths.ts";
import { Link } from "#components/ui/link.tsx";

/** A warning if a merchant has no settlement destination, because money paid to it can't be paid out. */
export function NoDestination({ merchantId }: { merchantId: string }) {
  const { data } = useQuery({
    ...rpcQuery("payments.merchants", { chosen: [merchantId] }),
    enabled: merchantId !== "",
  });
  const merchant = data?.merchants.find(({ id }) => id === merchantId);
  if (merchant === undefined || merchant.hasDestination) return null;
  return (
    <p role="status" className="rounded-lg bg-critical-wash px-4 py-3 text-sm text-pretty wrap-anywhere">
      <bdi>{merchant.name}</bdi> has no settlement destination, so payments to it can't be paid out.{" "}
      <Link href={paths.merchant(merchantId)} className="font-medium text-accent underline underline-offset-4">
        Add a destination
      </Link>
    </p>
  );
}
