import { Fragment, type ReactNode } from "react";

/**
 * A sentence with more than text in it: each `{name}` becomes its part, wherever the language puts it.
 * @param sentence with its names still in it.
 */
export function fillIn(sentence: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return sentence.split(/\{(\w+)\}/).map((piece, index) => {
    // What was between braces stands at every second place.
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentence does not change its order.
    return <Fragment key={index}>{index % 2 === 1 ? parts[piece] : piece}</Fragment>;
  });
}
