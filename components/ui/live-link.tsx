"use client";

import type { ComponentProps } from "react";
import { Link } from "#components/ui/link.tsx";
import { useIsTest } from "#components/ui/mode.tsx";

type Kept = "ref" | "className" | "onClick" | "children";
type LiveLinkProps = Pick<ComponentProps<typeof Link>, Kept> & { href: string };

/** A link to a page of live mode. From test mode it loads the page anew: nothing of one mode stays in the other. */
export function LiveLink({ href, ...rest }: LiveLinkProps) {
  return useIsTest() ? <a href={href} {...rest} /> : <Link href={href} {...rest} />;
}
