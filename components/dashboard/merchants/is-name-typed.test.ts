import { expect, test } from "vitest";
import { isNameTyped } from "#components/dashboard/merchants/is-name-typed.ts";

test.for([
  ["Lumen  Shop", "Lumen Shop"],
  ["Lumen\u00a0Shop", "Lumen Shop "],
  ["Lumen\u200f", "Lumen"],
  ["Cafe\u0301", "Café"],
] as const)("%j is typed as it is shown", ([name, typed]) => {
  expect(isNameTyped(typed, name)).toBe(true);
});

test.for(["", "lumen shop", "LumenShop", "Lumen Shop 2"])("%j isn't another name", (typed) => {
  expect(isNameTyped(typed, "Lumen Shop")).toBe(false);
});
