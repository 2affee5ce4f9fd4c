"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useIsTest } from "#components/ui/mode.tsx";

type Kept = "ref" | "className" | "onClick" | "children";
type LiveLinkProps = Pick<ComponentProps<typeof NextLink>, Kept> & { href: string };

/** A link to a page of live mode. From test mode it loads the page anew: nothing of one mode stays in the other. */
export function LiveLink({ href, ...rest }: LiveLinkProps) {
  return useIsTest() ? <a href={href} {...rest} /> : <NextLink prefetch={false} href={href} {...rest} />;
}
