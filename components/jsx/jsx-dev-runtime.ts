import type { ElementType, JSX, Key, ReactElement } from "react";
import * as react from "react/jsx-dev-runtime";
import { separateText } from "#components/jsx/separate-text.ts";

/** The same in development (jsx-runtime.ts). */
function jsxDEV(
  type: ElementType,
  props: unknown,
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
): ReactElement {
  const separated = separateText(type, props);
  return react.jsxDEV(type, separated, key, isStatic && Array.isArray(separated.children), source, self);
}

const { Fragment } = react;

export { Fragment, type JSX, jsxDEV };
