import type { ElementType, JSX, Key, ReactElement } from "react";
import * as react from "react/jsx-runtime";
import { separateText } from "#components/jsx/separate-text.ts";

/** React's function for JSX, except that text with siblings gets an element of its own (tsconfig.json, `jsxImportSource`). */
function jsx(type: ElementType, props: unknown, key?: Key): ReactElement {
  const separated = separateText(type, props);
  return Array.isArray(separated.children) ? react.jsxs(type, separated, key) : react.jsx(type, separated, key);
}

const { Fragment } = react;

export { Fragment, type JSX, jsx, jsx as jsxs };
