import { createElement, Fragment } from "react";

/** A path that wraps only before a slash. */
export function BreakablePath({ path }: { path: string }) {
  const segments = path.split(/(?=\/)/);
  return createElement(Fragment, null, ...segments.flatMap((segment, index) => [index > 0 && <wbr />, segment]));
}
