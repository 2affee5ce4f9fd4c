import { expect, test } from "vitest";
import { containing } from "#lib/db/like-pattern.ts";

test.for([
  ["shop", "%shop%"],
  ["100%", "%100\\%%"],
  ["a_b", "%a\\_b%"],
  ["a\\b", "%a\\\\b%"],
  ["\\%_", "%\\\\\\%\\_%"],
] as const)("%j stands for itself in a pattern", ([text, pattern]) => {
  expect(containing(text)).toBe(pattern);
});
