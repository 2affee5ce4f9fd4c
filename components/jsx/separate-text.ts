import { createElement, Fragment, type ReactNode } from "react";

/**
 * Gives text that has siblings an element of its own, and joins text that has none. Translators in browsers
 * replace text nodes, after which React can't remove or change them, nor insert anything before them. An
 * element's only text it changes through the element.
 * @param props of the element, with its children.
 */
export function separateText(type: unknown, props: unknown): { children?: ReactNode } {
  const given = props as { children?: ReactNode };
  const { children } = given;
  // A fragment's text has the fragment's siblings.
  if (!Array.isArray(children))
    return type === Fragment && isText(children) ? { ...given, children: separate([children]) } : given;
  if (!children.some(isText)) return given;
  const isAlone = type !== Fragment && children.every((child) => isText(child) || isEmpty(child));
  return { ...given, children: isAlone ? children.filter(isText).join("") : separate(children) };
}

/** Puts each run of text into an element, at the place of its first piece: React knows the children after it by their places. */
function separate(children: readonly ReactNode[]): ReactNode[] {
  const separated: ReactNode[] = [...children];
  for (let start = 0; start < children.length; start += 1) {
    if (!isText(children[start])) continue;
    let end = start;
    while (end < children.length && isText(children[end])) end += 1;
    const text = children.slice(start, end).join("");
    // Translators keep space, which would become a box in a row of boxes.
    separated[start] = text.trim() === "" ? text : createElement("span", null, text);
    separated.fill(null, start + 1, end);
    start = end - 1;
  }
  return separated;
}

function isText(child: ReactNode): child is string | number | bigint {
  return typeof child === "string" || typeof child === "number" || typeof child === "bigint";
}

function isEmpty(child: ReactNode): boolean {
  return child === null || child === undefined || typeof child === "boolean";
}
