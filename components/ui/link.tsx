import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to another page of the app. The page isn't fetched before the click: it is rendered for each request, so fetching it earlier saves
 * no time, and a page whose link is clicked meanwhile gets no title (vercel/next.js#98684).
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
