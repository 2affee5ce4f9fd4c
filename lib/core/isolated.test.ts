import fc from "fast-check";
import { expect, test } from "vitest";
import { isolated } from "#lib/core/isolated.ts";

const show = (text: string) =>
  text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (one) => `<${one.charCodeAt(0).toString(16)}>`);

test.for([
  ["Café Lumen", "Café Lumen"],
  ["日本 👩‍👩‍👧", "日本 👩‍👩‍👧"],
  ["قهوة", "<2068>قهوة<2069>"],
  // Overrides are dropped, isolates are closed, and none can end the one around the text.
  ["Ada\u202eecalevol", "<2068>Adaecalevol<2069>"],
  ["Ada\u2067x", "<2068>Ada<2067>x<2069><2069>"],
  ["Ada\u2069\u2069 paid", "<2068>Ada paid<2069>"],
  // An amount that is isolated already.
  ["\u206612.50 USDC\u2069", "<2066>12.50 USDC<2069>"],
  ["\u2066a\u2069b\u2066c\u2069", "<2068><2066>a<2069>b<2066>c<2069><2069>"],
] as const)("%j is isolated as %s", ([text, expected]) => {
  expect(show(isolated(text))).toBe(expected);
});

test("nothing that a user types reaches beyond its isolate", () => {
  const unit = fc.constantFrom("a", "ا", "\u202e", "\u202c", "\u2066", "\u2067", "\u2068", "\u2069", "\u200f");
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      let depth = 0;
      const depths = [...isolated(text)].map((one) => {
        if (/[\u2066-\u2068]/u.test(one)) depth += 1;
        if (one === "\u2069") depth -= 1;
        return depth;
      });
      expect(isolated(text)).not.toMatch(/[\u202a-\u202e]/u);
      expect(Math.min(0, ...depths)).toBe(0);
      expect(depths.at(-1) ?? 0).toBe(0);
      // All but plain text stays inside of one isolate.
      if (/[^a]/.test(text)) expect(depths.slice(0, -1).every((depth) => depth > 0)).toBe(true);
    }),
  );
});
