import { verify } from "@node-rs/argon2";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { publicMutations } from "#lib/dashboard/rpc/public-mutations.ts";
import { isKnownBrowser, knownBrowserValue } from "#lib/dashboard/sign-in/known-browser.ts";
import { type SignInAttempt, signIn } from "#lib/dashboard/sign-in/sign-in.ts";
import { pool } from "#lib/db/pool.ts";
import { issueLink } from "#lib/domain/partners/email-links/issue-link.ts";
import { isPassword } from "#lib/domain/partners/users/password.ts";
import { resetPassword } from "#lib/domain/partners/users/reset-password.ts";
import { beginSecondFactor } from "#lib/domain/partners/users/second-factor/begin-second-factor.ts";
import { confirmSecondFactor } from "#lib/domain/partners/users/second-factor/confirm-second-factor.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser, getMember, testPassword } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

// Counted, and otherwise the real one.
vi.mock(import("@node-rs/argon2"), async (importOriginal) => {
  const actual = await importOriginal();
  return { ...actual, verify: vi.fn(actual.verify) };
});

let database: ServiceDatabase;
let user: Member;
let lastAddress = 0;

beforeAll(async () => {
  database = await startDatabase({ SIGN_UP: "open", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "till@till.example" });
});
afterAll(() => database.stop());
beforeEach(async () => {
  user = await createUser((await createPartner()).partnerId, "owner");
});

const newAddress = () => {
  lastAddress += 1;
  return `198.51.${Math.floor(lastAddress / 256)}.${lastAddress % 256}`;
};
const attempt = (changes: Partial<SignInAttempt> = {}): SignInAttempt => ({
  email: user.email,
  password: testPassword,
  code: "",
  address: newAddress(),
  browser: { userAgent: null, locale: null },
  isKnownBrowser: false,
  ...changes,
});
const outcome = async (changes: Partial<SignInAttempt> = {}) => (await signIn(attempt(changes))).kind;

/** Runs `work` and returns the names of the statements it sent to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pool(), "query");
  await work().catch(() => undefined);
  const names = spy.mock.calls.map(([statement]) => String((statement as { name?: string }).name));
  spy.mockRestore();
  return names;
}

test("a correct password starts a session; a wrong one and an unknown email get the same response", async () => {
  const result = await signIn(attempt({ email: ` ${user.email.toUpperCase()}`.trim() }));
  if (result.kind !== "signed_in") throw new Error(result.kind);
  expect(await getMember(result.sessionId)).toMatchObject({ userId: user.userId });
  const wrong = await signIn(attempt({ password: "not the password" }));
  const unknown = await signIn(attempt({ email: "unknown@nowhere.example" }));
  expect(wrong).toEqual(unknown);
});

test("an unknown email costs the same as a known one: the same statements, and a hash", async () => {
  const known = await statementsOf(() => outcome({ password: "not the password" }));
  const unknown = await statementsOf(() => outcome({ email: "unknown@nowhere.example" }));
  expect(known).toEqual(["user-by-email"]);
  expect(unknown).toEqual(known);
  const cost = "$argon2id$v=19$m=19456,t=2,p=1$";
  for (const email of [user.email, "unknown@nowhere.example"]) {
    vi.mocked(verify).mockClear();
    expect(await outcome({ email, password: "not the password" })).toBe("refused");
    expect(verify).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(cost), "not the password");
  }
});

test.for(["signUp.request", "reset.request"] as const)(
  "%s responds and costs the same with or without an account",
  async (name) => {
    const ask = (email: string) => publicMutations[name].resolve({ email }, newAddress());
    expect(await ask(user.email)).toEqual(await ask("unknown@nowhere.example"));
    const known = await statementsOf(() => ask(user.email));
    expect(known).toEqual(["queue-add-job"]);
    expect(await statementsOf(() => ask("unknown@nowhere.example"))).toEqual(known);
  },
);

test("an attempt while too many passwords wait to be checked fails because the service is busy, and doesn't count", async () => {
  const address = newAddress();
  const { promise: checked, resolve: check } = Promise.withResolvers<boolean>();
  vi.mocked(verify).mockImplementation(() => checked);
  const flood = Array.from({ length: 102 }, () => isPassword("wrong", null));
  for (let count = 0; count < 11; count += 1) expect(await outcome({ address })).toBe("busy");
  check(false);
  await Promise.all(flood);
  vi.mocked(verify).mockReset();
  expect(await outcome({ address })).toBe("signed_in");
});

describe("wrong passwords", () => {
  test("from one address for one user are throttled after ten, also in parallel; other addresses and users aren't", async () => {
    const address = newAddress();
    const tries = await Promise.all(Array.from({ length: 25 }, () => outcome({ address, password: "wrong password" })));
    expect(tries.filter((kind) => kind === "refused")).toHaveLength(10);
    expect(tries.filter((kind) => kind === "throttled")).toHaveLength(15);
    expect(await outcome({ address })).toBe("throttled");
    expect(await outcome()).toBe("signed_in");
    const colleague = await createUser(user.scope.partnerId, "viewer");
    expect(await outcome({ address, email: colleague.email })).toBe("signed_in");
  });

  test("from one address for many users are throttled after sixty", async () => {
    const address = newAddress();
    const names = Array.from({ length: 61 }, (_, index) => `unknown-${index}@nowhere.example`);
    const tries = await Promise.all(names.map((email) => outcome({ address, email })));
    expect(tries.filter((kind) => kind === "throttled")).toHaveLength(1);
    expect(await outcome({ address })).toBe("throttled");
  });

  test("from many addresses for one user are throttled after a hundred, except in a known browser", async () => {
    const address = newAddress;
    for (let index = 0; index < 10; index += 1) {
      const place = address();
      await Promise.all(Array.from({ length: 10 }, () => outcome({ address: place, password: "wrong password" })));
    }
    expect(await outcome()).toBe("throttled");
    expect(await outcome({ isKnownBrowser: true })).toBe("signed_in");
  });

  test("of another spelling are another email's: only one spelling is the user's, and it is throttled", async () => {
    const address = newAddress();
    const letters: Record<string, string> = { i: "\u0130", k: "\u212A" };
    const email = user.email.replace(/@.*/, "-ik@till.example");
    await database.query(`UPDATE "user" SET email = $2 WHERE id = $1`, [user.userId, email]);
    for (const [plain, other] of Object.entries(letters)) {
      expect(await outcome({ email: email.replaceAll(plain, other) })).toBe("refused");
    }
    for (let index = 0; index < 10; index += 1) await outcome({ address, email, password: "wrong password" });
    expect(await outcome({ address, email: email.toUpperCase() })).toBe("throttled");
  });

  test("of an email that can't be stored are refused", async () => {
    expect(await outcome({ email: `${user.email}\0` })).toBe("refused");
  });

  test("report the throttling whether or not the email has an account", async () => {
    const address = newAddress();
    const email = "unknown@nowhere.example";
    const tries = await Promise.all(Array.from({ length: 12 }, () => outcome({ address, email })));
    expect(tries.filter((kind) => kind === "throttled")).toHaveLength(2);
  });

  test("don't count when they were correct", async () => {
    const address = newAddress();
    for (let index = 0; index < 15; index += 1) expect(await outcome({ address })).toBe("signed_in");
  });
});

test("a browser is known only for its owner's email and with our secret", () => {
  const value = knownBrowserValue(user.email);
  expect(isKnownBrowser(value, user.email.toUpperCase())).toBe(true);
  expect(isKnownBrowser(value, "other@else.example")).toBe(false);
  expect(isKnownBrowser(`${value}x`, user.email)).toBe(false);
  expect(isKnownBrowser(undefined, user.email)).toBe(false);
  expect(value).not.toContain(user.email);
});

const shownBy = (secret: string, atMs = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });

describe("a sign-in by a correct password starts no session", () => {
  /** Runs `change` once the next password was found to be correct, before its session starts. */
  const afterCheck = (change: () => Promise<unknown>) => {
    const check = vi.mocked(verify).getMockImplementation();
    vi.mocked(verify).mockImplementationOnce(async (...values) => {
      const isRight = await check?.(...values);
      await change();
      return isRight ?? false;
    });
  };

  test("when the password is reset while it is checked", async () => {
    const token = (await issueLink("password_reset", user.email)).split("#")[1] ?? "";
    afterCheck(() => resetPassword(token, "another good password"));
    expect(await outcome()).toBe("refused");
    expect(await outcome({ password: "another good password" })).toBe("signed_in");
  });

  test("when a second factor is set up while it is checked", async () => {
    const { secret } = await beginSecondFactor(user, testPassword);
    afterCheck(() => confirmSecondFactor(user, shownBy(secret)));
    expect(await outcome()).toBe("refused");
    expect(await outcome()).toBe("code_needed");
  });

  test("when its user is removed while it is checked", async () => {
    afterCheck(() => database.query(`DELETE FROM "user" WHERE id = $1`, [user.userId]));
    expect(await outcome()).toBe("refused");
  });
});

describe("a second factor", () => {
  const enrol = async () => {
    const { secret } = await beginSecondFactor(user, testPassword);
    // Confirms with the previous time step's code, so that the current one remains usable.
    const [recoveryCode = ""] = await confirmSecondFactor(user, shownBy(secret, Date.now() - 30_000));
    return { secret, recoveryCode };
  };

  test("is required after the password, and only then", async () => {
    const { recoveryCode } = await enrol();
    expect(await outcome()).toBe("code_needed");
    expect(await outcome({ password: "wrong password", code: recoveryCode })).toBe("refused");
    expect(await outcome({ code: "AAAA-AAAA-AAAA-AAAA" })).toBe("wrong_code");
    expect(await outcome({ code: recoveryCode })).toBe("signed_in");
    expect(await outcome({ code: recoveryCode })).toBe("wrong_code");
    const entries = await database.query<{ actor_name: string }>(
      "SELECT actor_name FROM audit_entry WHERE subject_id = $1 AND after ? 'recovery_hashes' ORDER BY id DESC LIMIT 1",
      [user.userId],
    );
    expect(entries).toEqual([{ actor_name: user.email }]);
  });

  test("is throttled after ten wrong codes, which only a user with the password can send", async () => {
    const { recoveryCode } = await enrol();
    for (let index = 0; index < 12; index += 1) await outcome({ password: "wrong password", code: "000000" });
    const codes = await Promise.all(Array.from({ length: 10 }, () => outcome({ code: "AAAA" })));
    expect(new Set(codes)).toEqual(new Set(["wrong_code"]));
    expect(await outcome({ code: recoveryCode })).toBe("throttled");
  });
});

test("emails are limited to five an hour per recipient, and twenty per client address", async () => {
  const ask = (email: string, address: string) => publicMutations["reset.request"].resolve({ email }, address);
  for (let index = 0; index < 5; index += 1) await ask("often@nowhere.example", newAddress());
  await expect(ask("often@nowhere.example", newAddress())).rejects.toMatchObject({ code: "rate_limited" });
  const place = newAddress();
  for (let index = 0; index < 20; index += 1) await ask(`person-${index}@nowhere.example`, place);
  await expect(ask("one-more@nowhere.example", place)).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: expect.any(Number),
  });
});
