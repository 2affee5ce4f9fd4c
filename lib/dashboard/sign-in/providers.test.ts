import { expect, test } from "vitest";
import { githubClaims, verifiedEmail, withEmailOfOneSource } from "#lib/dashboard/sign-in/providers.ts";

test.for([
  [{ email: "Ada@Acme.example", email_verified: true }, "ada@acme.example"],
  [{ email: "ada@acme.example", email_verified: "true" }, "ada@acme.example"],
  // The Kelvin sign, whose lower case is k.
  [{ email: "\u212Aarl@acme.example", email_verified: true }, "\u212Aarl@acme.example"],
  [{ email: "ada@acme.example", email_verified: false }, null],
  [{ email: "ada@acme.example", email_verified: "false" }, null],
  [{ email: "ada@acme.example" }, null],
  [{ email: null, email_verified: true }, null],
  [undefined, null],
] as const)("%o gives %s", ([claims, email]) => {
  expect(verifiedEmail(claims)).toBe(email);
});

test("GitHub's primary email counts only if it is verified", () => {
  const other = { email: "other@acme.example", primary: false, verified: true };
  const main = { email: "ada@acme.example", primary: true, verified: true };
  expect(verifiedEmail(githubClaims([other, main]))).toBe("ada@acme.example");
  expect(verifiedEmail(githubClaims([other, { ...main, verified: false }]))).toBeNull();
  for (const answer of [[], [other], null, { message: "Bad credentials" }]) {
    expect(verifiedEmail(githubClaims(answer))).toBeNull();
  }
});

test("an email and its verification come from the same source", () => {
  const [ada, eve] = ["ada@acme.example", "eve@acme.example"];
  const found = (...[idToken, userinfo]: Parameters<typeof withEmailOfOneSource>) =>
    verifiedEmail(withEmailOfOneSource(idToken, userinfo));
  expect(found({ email_verified: true }, { email: eve })).toBeNull();
  expect(found({ email: eve, email_verified: false }, { email_verified: true })).toBeNull();
  expect(found({ email: ada, email_verified: true }, { email: eve })).toBe(ada);
  expect(found({ email: eve, email_verified: false }, { email: ada, email_verified: true })).toBe(ada);
  expect(found({ email: ada, email_verified: true }, {})).toBe(ada);
});
