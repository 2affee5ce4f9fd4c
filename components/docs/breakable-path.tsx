import { createElement, Fragment } from "react";

/** A path that breaks before a slash, where it has to break at all. */
export function BreakablePath({ path }: { path: string }) {
  const segments = path.split(/(?=\/)/);
  return createElement(Fragment, null, ...segments.flatMap((segment, index) => [index > 0 && <wbr />, segment]));
}
