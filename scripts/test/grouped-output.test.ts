import { expect, test } from "vitest";
import { groupOutput } from "./grouped-output.ts";

test("shows the oldest unfinished step live, and the others whole and in order", () => {
  const shown: string[] = [];
  const open = groupOutput((chunk) => shown.push(String(chunk).trim().replaceAll("─", "").trim()));
  const first = open("first");
  const second = open("second");
  const third = open("third");
  third.write("3a");
  second.write("2a");
  first.write("1a");
  expect(shown).toEqual(["first", "1a"]);
  third.end();
  first.write("1b");
  first.end();
  expect(shown).toEqual(["first", "1a", "1b", "second", "2a"]);
  second.write("2b");
  second.end();
  expect(shown).toEqual(["first", "1a", "1b", "second", "2a", "2b", "third", "3a"]);
});
