import { expect, test } from "vitest";
import { findPasswordFault } from "#lib/domain/partners/users/password-rules.ts";

const context = { email: "ada.lovelace@acme.example", names: ["Acme Payments", ""] };

test.for([
  "a long enough password",
  "äöüßäöüßäö",
  "🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵",
  "x7Kp2mQ9zL",
  "ada.lovelace@acme.example and more",
  `${"ab1".repeat(42)}cd`,
])("%s may be used", (password) => {
  expect(findPasswordFault(password, context)).toBeNull();
});

test.for([
  ["short", "must have 10 characters or more"],
  ["🦊🐻🐼🐨🐯🦁🐮🐷🐸", "must have 10 characters or more"],
  ["ab1".repeat(43), "must have 128 characters or fewer"],
  ["ADA.lovelace@acme.example", "must not be your name or email"],
  ["Ada.Lovelace", "must not be your name or email"],
  ["acme  payments", "must not be your name or email"],
  ["password123", "is too common"],
  ["PassWord 123", "is too common"],
  ["１２３４５６７８９０", "is too common"],
  ["zzzzzzzzzzzz", "is too common"],
  ["abababababab", "is too common"],
])("%s may not: %s", ([password, fault]) => {
  expect(findPasswordFault(String(password), context)).toBe(fault);
});
