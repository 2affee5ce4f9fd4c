"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useModePath } from "#components/ui/mode.tsx";

/**
 * A link to another page of the app, in the mode of its own page. The page isn't fetched before the click: it
 * is rendered for each request, so fetching it earlier saves no time, and a page whose link is clicked
 * meanwhile gets no title (vercel/next.js#98684).
 */
export function Link({ href, ...rest }: ComponentProps<typeof NextLink>) {
  const inMode = useModePath();
  return <NextLink prefetch={false} href={typeof href === "string" ? inMode(href) : href} {...rest} />;
}
