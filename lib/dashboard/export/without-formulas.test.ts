import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutFormulas } from "#lib/dashboard/export/without-formulas.ts";

/** Texts of what matters to the separation of cells and to formulas. */
const texts = fc.string({ unit: fc.constantFrom(..."=+-@\uff1d;,\t\n\r \"'|1A"), maxLength: 12 });

test.for([",", ";", "\t"])(
  "no cell of a row runs as a formula where %j separates cells and quotes hold nothing together",
  (separator) => {
    fc.assert(
      fc.property(texts, (text) => {
        const row = stringify([["pay_1", withoutFormulas(text), "paid"]]);
        const cells = separator === "," ? ["pay_1", withoutFormulas(text), "paid"] : row.split(/[;\t\n\r]/);
        for (const cell of cells) if (!/^-\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[\s"]*[=+\-@\uff1d]/);
      }),
    );
  },
);

test.for(["-12.50", "Coffee; tea", "a-b = c", "5 + 5", "mail@shop.example"])("%j stays as it is", (text) => {
  expect(withoutFormulas(text)).toBe(text);
});

test.for([
  ["A;=cmd|'/c calc'!A1", "A;'=cmd|'/c calc'!A1"],
  ["x\n=1+1", "x\n'=1+1"],
  [" =1+1", "' =1+1"],
  ['a\t"=1', "a\t'\"=1"],
  ["-1+1", "'-1+1"],
  ["a;-1", "a;'-1"],
])("%j becomes %j", ([text = "", defused]) => {
  expect(withoutFormulas(text)).toBe(defused);
});
