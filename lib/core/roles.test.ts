import { expect, test } from "vitest";
import { isGranted, type Right, rights, roles } from "#lib/core/roles.ts";

const of = (role: (typeof roles)[number]): Right[] => rights.filter((right) => isGranted(role, right));

test("each role has all rights of the next one, and more", () => {
  for (const [index, role] of roles.entries()) {
    const lesser = roles[index + 1];
    if (lesser === undefined) continue;
    expect(of(role)).toEqual(expect.arrayContaining(of(lesser)));
    expect(of(role).length).toBeGreaterThan(of(lesser).length);
  }
});

test("a viewer can only read", () => {
  expect(of("viewer")).toEqual(["read"]);
});

test("a developer can't change settlements or members", () => {
  const kept = ["refunds:write", "payouts:write", "merchants:write", "settlements:write", "members:write"] as const;
  for (const right of kept) expect(isGranted("developer", right)).toBe(false);
});

test("only owners manage owners and change the version", () => {
  for (const right of ["owners:write", "version:write"] as const) {
    expect(roles.filter((role) => isGranted(role, right))).toEqual(["owner"]);
  }
});
