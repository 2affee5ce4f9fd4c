import { createHash } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { authOptions } from "#lib/dashboard/auth-options.ts";
import { pool } from "#lib/db/pool.ts";
import { log } from "#lib/log/log.ts";
import { createAuthenticator } from "#test/domain/authenticator.ts";
import { setEnv } from "#test/env/set-env.ts";

vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined, set: () => undefined }),
}));

const secret = "a secret of at least 32 characters";
const url = "https://till.example";
setEnv({ AUTH_SECRET: secret, PUBLIC_URL: url });

let logged: MockInstance;
beforeEach(() => {
  logged = vi.spyOn(log(), "error").mockReturnValue(undefined);
  vi.spyOn(pool(), "query").mockImplementation(() => Promise.reject(new Error('relation "user" does not exist')));
});
afterEach(() => vi.restoreAllMocks());

/** Sends a sign-in as the page does. @returns the error in the URL that next-auth answers with. */
async function signIn(provider: "credentials" | "passkey", fields: object): Promise<string | null> {
  const csrfToken = "a".repeat(64);
  const hash = createHash("sha256").update(`${csrfToken}${secret}`).digest("hex");
  const request = {
    method: "POST",
    headers: {},
    query: { nextauth: ["callback", provider] },
    cookies: { "__Host-next-auth.csrf-token": `${csrfToken}|${hash}` },
    body: { ...fields, csrfToken, json: "true" },
  };
  const answer = Promise.withResolvers<{ url: string }>();
  const response = { status: () => response, setHeader: () => response, getHeader: () => [], json: answer.resolve };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, authOptions());
  return new URL((await answer.promise).url).searchParams.get("error");
}

test("an outage is logged, and says no more than that the sign-in failed, however often it is tried", async () => {
  const credentials = { email: "ada@acme.example", password: "a long enough password" };
  for (let attempt = 0; attempt < 15; attempt += 1) expect(await signIn("credentials", credentials)).toBe("failed");
  const response = JSON.stringify(createAuthenticator().get({ challenge: "AAAA", rpId: "till.example" }));
  for (let attempt = 0; attempt < 65; attempt += 1) expect(await signIn("passkey", { response })).toBe("failed");
  const err = expect.objectContaining({ message: 'relation "user" does not exist' });
  expect(logged.mock.calls).toEqual(Array(80).fill([{ err }, "signing in failed unexpectedly"]));
});

test("so it does for a sign-in with a provider", async () => {
  const profile = { email: "ada@acme.example", email_verified: true };
  const given = { account: { type: "oauth" }, profile } as unknown as Parameters<typeof check>[0];
  const { signIn: check = async () => true } = authOptions().callbacks ?? {};
  await expect(check(given)).rejects.toThrow(/^failed$/);
  expect(logged).toHaveBeenCalledOnce();
});

test("an email that can't be stored is a wrong one", async () => {
  expect(await signIn("credentials", { email: "ada\0@acme.example", password: "x" })).toBe("CredentialsSignin");
});
