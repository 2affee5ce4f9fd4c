import { expect, test } from "vitest";
import { isGranted, type Right, rights, roles } from "#lib/core/roles.ts";

const of = (role: (typeof roles)[number]): Right[] => rights.filter((right) => isGranted(role, right));

test("each role may do what the next one may, and more", () => {
  for (const [index, role] of roles.entries()) {
    const lesser = roles[index + 1];
    if (lesser === undefined) continue;
    expect(of(role)).toEqual(expect.arrayContaining(of(lesser)));
    expect(of(role).length).toBeGreaterThan(of(lesser).length);
  }
});

test("a viewer reads, and nothing else", () => {
  expect(of("viewer")).toEqual(["read"]);
});

test("a developer does not decide where money goes or who works here", () => {
  const kept = ["refunds:write", "payouts:write", "merchants:write", "settlements:write", "members:write"] as const;
  for (const right of kept) expect(isGranted("developer", right)).toBe(false);
});

test("owners alone make owners and move the version", () => {
  for (const right of ["owners:write", "version:write"] as const) {
    expect(roles.filter((role) => isGranted(role, right))).toEqual(["owner"]);
  }
});
