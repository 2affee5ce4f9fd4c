import { expect, test } from "vitest";
import { normalEmail } from "#lib/core/normal-email.ts";

test.for([
  ["Ada.Smith@ACME.example", "ada.smith@acme.example"],
  ["ada@müller.example", "ada@müller.example"],
  ["\u0130an@acme.example", "\u0130an@acme.example"],
  ["\u212Aarl@acme.example", "\u212Aarl@acme.example"],
  ["ada\0@acme.example", null],
  ["ada\ud800@acme.example", null],
] as const)("%j is found as %j", ([email, found]) => {
  expect(normalEmail(email)).toBe(found);
});
