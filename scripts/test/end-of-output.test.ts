import { expect, test } from "vitest";
import { endOfOutput } from "./end-of-output.ts";

test("keeps the last forty lines, without colours", () => {
  const end = endOfOutput();
  for (let line = 1; line <= 60; line += 1) end.add(`line \u001b[31m${line}\u001b[39m\n`);
  const lines = end.read().split("\n");
  expect(lines).toHaveLength(40);
  expect([lines[0], lines.at(-1)]).toEqual(["line 21", "line 60"]);
});

test("cuts what is longer than that to its end", () => {
  const end = endOfOutput();
  end.add(Buffer.from(`${"x".repeat(1_000_000)}\nthe error\n`));
  expect(end.read()).toHaveLength(7_999);
  expect(end.read().endsWith("\nthe error")).toBe(true);
});
