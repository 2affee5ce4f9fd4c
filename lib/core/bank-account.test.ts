import { expect, test } from "vitest";
import { accountEnding } from "#lib/core/bank-account.ts";

test.for([
  ["iban", "DE89 3704 0044 0532 0130 00", "3000"],
  ["iban", "gb29nwbk60161331926819", "6819"],
  ["iban", "MT84MALT011000012345MTLCAST001S", "001S"],
  ["us_account", "000123456789", "6789"],
  ["us_account", "1234-5678", "5678"],
  ["other", "AB 12 34", "1234"],
] as const)("%s %s is stored as its last four characters", ([type, text, ending]) => {
  expect(accountEnding(type, text)).toBe(ending);
});

test.for([
  ["iban", "DE89 3704 0044 0532 0130 01"],
  ["iban", "DE98 3704 0044 0532 0130 00"],
  ["iban", "DE89"],
  ["iban", ""],
  ["us_account", "123"],
  ["us_account", "12345678901234567 8"],
  ["us_account", "12a45"],
  ["other", "123"],
  ["other", "12_34"],
] as const)("an invalid %s is refused: %s", ([type, text]) => {
  expect(accountEnding(type, text)).toBeNull();
});
