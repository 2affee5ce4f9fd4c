import { expect, test } from "vitest";
import { passwordFault } from "#lib/domain/partners/users/password-rules.ts";

const context = { email: "ada.lovelace@acme.example", names: ["Acme Payments", ""] };

test.for([
  "a long enough password",
  "äöüßäöüßäö",
  "🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵",
  "x7Kp2mQ9zL",
  "ada.lovelace@acme.example and more",
  `${"ab1".repeat(42)}cd`,
])("%s may be used", (password) => {
  expect(passwordFault(password, context)).toBeNull();
});

test.for([
  ["short", "must have 10 characters or more"],
  ["🦊🐻🐼🐨🐯🦁🐮🐷🐸", "must have 10 characters or more"],
  ["ab1".repeat(43), "must have 128 characters or fewer"],
  ["ADA.lovelace@acme.example", "must not be your name or address"],
  ["Ada.Lovelace", "must not be your name or address"],
  ["acme  payments", "must not be your name or address"],
  ["password123", "is one of those that are guessed first"],
  ["PassWord 123", "is one of those that are guessed first"],
  ["１２３４５６７８９０", "is one of those that are guessed first"],
  ["zzzzzzzzzzzz", "is one of those that are guessed first"],
  ["abababababab", "is one of those that are guessed first"],
])("%s may not: %s", ([password, fault]) => {
  expect(passwordFault(String(password), context)).toBe(fault);
});
