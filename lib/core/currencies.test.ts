import { expect, test } from "vitest";
import { findCurrency, findCurrentCurrency, listCurrencies } from "#lib/core/currencies.ts";

test.for([
  ["XCG", 2, "Caribbean Guilder"],
  ["XAD", 2, "Arab Accounting Dinar"],
  ["ZWG", 2, "Zimbabwe Gold"],
  ["JPY", 0, "Yen"],
  ["KWD", 3, "Kuwaiti Dinar"],
  ["CLF", 4, "Unidad de Fomento"],
] as const)("%s is a currency with %i decimals", ([code, decimals, name]) => {
  expect(findCurrentCurrency(code)).toEqual({ code, decimals, name });
  expect(listCurrencies()).toContainEqual({ code, decimals, name });
});

test.for(["ANG", "BGN", "CUC"])("%s was withdrawn: only amounts that are stored already may be in it", (code) => {
  expect(findCurrentCurrency(code)).toBeNull();
  expect(listCurrencies().map((currency) => currency.code)).not.toContain(code);
  expect(findCurrency(code)).toMatchObject({ code, decimals: 2 });
});

test.for(["HRK", "SLL", "ZWL", "DEM", "XYZ", "usd", ""])("%j is no currency", (code) => {
  expect(findCurrency(code)).toBeNull();
});

test("the table lists each of its 178 currencies once, by code", () => {
  const codes = listCurrencies().map(({ code }) => code);
  expect(codes).toHaveLength(178);
  expect(codes).toEqual([...new Set(codes)].toSorted());
  expect(
    listCurrencies().filter(
      ({ code, decimals, name }) => !/^[A-Z]{3} [0-4] \S(?:.*\S)?$/.test(`${code} ${decimals} ${name}`),
    ),
  ).toEqual([]);
});
