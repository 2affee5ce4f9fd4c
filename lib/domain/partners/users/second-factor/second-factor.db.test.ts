import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clock, useClock as setClock } from "#lib/core/clock.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import { beginSecondFactor } from "#lib/domain/partners/users/second-factor/begin-second-factor.ts";
import { checkCode } from "#lib/domain/partners/users/second-factor/check-code.ts";
import { confirmSecondFactor } from "#lib/domain/partners/users/second-factor/confirm-second-factor.ts";
import { endSecondFactor, renewRecoveryCodes } from "#lib/domain/partners/users/second-factor/end-second-factor.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser, openSession, testPassword } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let member: Member;
let now = new Date("2026-11-21T12:00:10Z");
let restoreClock = () => {};

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  member = await createUser((await createPartner()).partnerId, "owner");
  now = new Date(Math.floor(clock.now().getTime() / 30_000) * 30_000 + 10_000);
  restoreClock = setClock({ now: () => now });
});
afterEach(() => restoreClock());

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
/** The code that an authenticator app shows, with the library's default parameters instead of ours. */
const shownBy = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
const issue = (field: string) => ({ issues: [expect.objectContaining({ field })] });

async function enrol() {
  const { secret } = await beginSecondFactor(member, testPassword);
  const recoveryCodes = await confirmSecondFactor(member, shownBy(secret));
  pass(30);
  return { secret, recoveryCodes };
}

test("takes effect once a code was verified, and requires the password to begin", async () => {
  await expect(beginSecondFactor(member, "not the password")).rejects.toMatchObject(issue("password"));
  const { secret, address } = await beginSecondFactor(member, testPassword);
  expect(address).toMatch(/^otpauth:\/\/totp\/Till:/);
  expect(new URL(address).searchParams.get("secret")).toBe(secret);
  expect(await checkCode(member.userId, shownBy(secret))).toBe(false);
  const wrong = shownBy(secret) === "000000" ? "000001" : "000000";
  await expect(confirmSecondFactor(member, wrong)).rejects.toMatchObject(issue("code"));
  const codes = await confirmSecondFactor(member, shownBy(secret));
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  await expect(confirmSecondFactor(member, shownBy(secret))).rejects.toThrow("completed or restarted elsewhere");
  await expect(beginSecondFactor(member, testPassword)).rejects.toThrow(
    "Two-factor authentication is already enabled.",
  );
});

test("ends the member's other sessions, which were started without it", async () => {
  const other = await openSession(member.userId, "Chrome");
  const { secret } = await beginSecondFactor(member, testPassword);
  expect(await findMember(other)).not.toBeNull();
  await confirmSecondFactor(member, shownBy(secret));
  expect(await findMember(other)).toBeNull();
  expect(await findMember(member.sessionId)).not.toBeNull();
});

describe("a code", () => {
  test("is valid once: not again, not after a later one, and not if it confirmed the second factor", async () => {
    const { secret } = await beginSecondFactor(member, testPassword);
    const first = shownBy(secret);
    await confirmSecondFactor(member, first);
    expect(await checkCode(member.userId, first)).toBe(false);
    pass(30);
    const second = shownBy(secret);
    pass(30);
    const third = shownBy(secret);
    expect(await checkCode(member.userId, third)).toBe(true);
    expect(await checkCode(member.userId, third)).toBe(false);
    expect(await checkCode(member.userId, second)).toBe(false);
  });

  test("is accepted once when it is sent concurrently", async () => {
    const { secret } = await enrol();
    const code = shownBy(secret);
    const results = await Promise.all(Array.from({ length: 8 }, () => checkCode(member.userId, code)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test("is accepted up to half a minute early or late", async () => {
    const { secret } = await enrol();
    const late = shownBy(secret);
    pass(61);
    expect(await checkCode(member.userId, late)).toBe(false);
    const spaced = shownBy(secret).replace(/(...)/, "$1 ");
    pass(30);
    expect(await checkCode(member.userId, spaced)).toBe(true);
  });

  test("of another user is refused even if their sealed secret is copied to this user's row", async () => {
    const { secret } = await enrol();
    const other = await createUser(member.scope.partnerId, "viewer");
    await database.query(
      `UPDATE "user" o SET totp_sealed = m.totp_sealed, totp_key_id = m.totp_key_id, totp_confirmed_at = now()
        FROM "user" m WHERE o.id = $1 AND m.id = $2`,
      [other.userId, member.userId],
    );
    await expect(checkCode(other.userId, shownBy(secret))).rejects.toThrow();
  });
});

describe("a recovery code", () => {
  test("is valid once, in any letter case, and is stored as a hash", async () => {
    const { recoveryCodes } = await enrol();
    const [first = "", second = ""] = recoveryCodes;
    expect(await checkCode(member.userId, first.toLowerCase().replaceAll("-", " "))).toBe(true);
    expect(await checkCode(member.userId, first)).toBe(false);
    const both = await Promise.all([checkCode(member.userId, second), checkCode(member.userId, second)]);
    expect(both.sort()).toEqual([false, true]);
    const [row] = await database.query<{ row: string; left: number }>(
      `SELECT u::text AS row, cardinality(recovery_hashes) AS left FROM "user" u WHERE id = $1`,
      [member.userId],
    );
    expect(row?.left).toBe(8);
    for (const code of recoveryCodes) expect(row?.row).not.toContain(code);
  });

  test("works for no other user, and stops working when new ones are created", async () => {
    const { recoveryCodes, secret } = await enrol();
    const other = await createUser(member.scope.partnerId, "viewer");
    const [first = ""] = recoveryCodes;
    expect(await checkCode(other.userId, first)).toBe(false);
    const [fresh = ""] = await renewRecoveryCodes(member, { password: testPassword, code: shownBy(secret) });
    expect(await checkCode(member.userId, first)).toBe(false);
    expect(await checkCode(member.userId, fresh)).toBe(true);
  });
});

test("is disabled with both password and code, and its secret is deleted", async () => {
  const { secret, recoveryCodes } = await enrol();
  const [code = ""] = recoveryCodes;
  await expect(endSecondFactor(member, { password: "not the password", code })).rejects.toMatchObject(
    issue("password"),
  );
  await expect(endSecondFactor(member, { password: testPassword, code: "AAAA" })).rejects.toMatchObject(issue("code"));
  await endSecondFactor(member, { password: testPassword, code });
  expect(await checkCode(member.userId, shownBy(secret))).toBe(false);
  const [row] = await database.query(`SELECT totp_sealed, recovery_hashes FROM "user" WHERE id = $1`, [member.userId]);
  expect(row).toEqual({ totp_sealed: null, recovery_hashes: [] });
});
