import { describe, expectTypeOf, test } from "vitest";
import type { Complete } from "#lib/api/complete.ts";

type Declared = {
  id: string;
  note?: string;
  info: { hash: string; nonce?: number } | null;
  list: { name?: string }[];
  other: Record<string, unknown>;
};

type Forgotten<Presented> = Complete<Declared, Presented>;

describe("a presenter's answer", () => {
  test("is complete when it has each declared field, in any of its variants", () => {
    expectTypeOf<Forgotten<Declared>>().toBeUnknown();
    type Variants = { id: `pay_${string}`; info: null; list: []; other: object } | Declared;
    expectTypeOf<Forgotten<Variants>>().toBeUnknown();
  });

  test("names the paths of optional fields that it never has", () => {
    type Presented = { id: string; info: { hash: string } | null; list: { name?: string }[]; other: { any: 1 } };
    expectTypeOf<Forgotten<Presented>>().toEqualTypeOf<{ forgotten: "note" | "info.nonce"; undeclared: never }>();
  });

  test("names the paths of fields that aren't declared, in lists too", () => {
    type Presented = Omit<Declared, "list"> & { list: { name?: string; secret?: string }[] };
    expectTypeOf<Forgotten<Presented>>().toEqualTypeOf<{ forgotten: never; undeclared: "list[].secret" }>();
  });
});
