import { expect, test } from "vitest";
import { containing } from "#lib/db/like-pattern.ts";

test.for([
  ["shop", "%shop%"],
  ["100%", "%100\\%%"],
  ["a_b", "%a\\_b%"],
  ["a\\b", "%a\\\\b%"],
  ["\\%_", "%\\\\\\%\\_%"],
] as const)("%j is matched literally", ([text, pattern]) => {
  expect(containing(text)).toBe(pattern);
});
