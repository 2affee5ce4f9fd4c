import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { usedPasskey } from "#lib/dashboard/passkey-fields.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { publicMutations } from "#lib/dashboard/rpc/public-mutations.ts";
import { signInByPasskey } from "#lib/dashboard/sign-in/sign-in-by-passkey.ts";
import { beginSecondFactor } from "#lib/domain/partners/users/second-factor/begin-second-factor.ts";
import { confirmSecondFactor } from "#lib/domain/partners/users/second-factor/confirm-second-factor.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createAuthenticator } from "#test/domain/authenticator.ts";
import { createUser, getMember, openSession, testPassword } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let owner: Member;
let colleague: Member;

beforeAll(async () => {
  database = await startDatabase({
    DATA_ENCRYPTION_KEY: "00".repeat(32),
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "till@till.example",
  });
});
afterAll(() => database.stop());
beforeEach(async () => {
  const { partnerId } = await createPartner();
  owner = await createUser(partnerId, "owner");
  colleague = await createUser(partnerId, "admin");
});

/** Calls a procedure as a request does, with the session as it is now. @returns `done`, or the error's message. */
const act = async (kind: "query" | "mutation", { sessionId }: Member, name: string, input: object = {}) =>
  callProcedure(kind, name, await getMember(sessionId), input).then(
    () => "done",
    (error: Error) => error.message,
  );
const call = async ({ sessionId }: Member, name: string, input: object = {}) =>
  callProcedure("mutation", name, await getMember(sessionId), input);
const enrol = async (member: Member) => {
  const { secret } = await beginSecondFactor(member, testPassword);
  await confirmSecondFactor(member, new TOTP({ secret }).generate());
};
const requireOfAll = (isRequired: boolean, member = owner) =>
  act("mutation", member, "members.requireSecondFactor", { isRequired });
const refused = expect.stringContaining("Your company requires two-factor authentication.");

test("only an owner who has a second factor can require it of all members", async () => {
  expect(await requireOfAll(true)).toMatch(/^Set up two-factor authentication or add a passkey under Your account /);
  await enrol(colleague);
  expect(await requireOfAll(true, colleague)).toMatch(/^Your role \(admin\) doesn't allow this/);
  expect(await act("query", colleague, "payments.list")).toBe("done");
  await enrol(owner);
  expect(await requireOfAll(true)).toBe("done");
});

test("from then on a member without one can do nothing but set it up", async () => {
  await enrol(owner);
  await requireOfAll(true);
  for (const [kind, name] of [
    ["query", "payments.list"],
    ["query", "account.current"],
    ["mutation", "account.revokeOtherSessions"],
    ["mutation", "members.requireSecondFactor"],
  ] as const) {
    expect(await act(kind, colleague, name), name).toEqual(refused);
  }
  expect(await act("query", owner, "payments.list")).toBe("done");
  expect(await act("mutation", colleague, "account.beginSecondFactor", { password: testPassword })).toBe("done");
  expect(await act("query", colleague, "payments.list")).toEqual(refused);
  await enrol(colleague);
  expect(await act("query", colleague, "payments.list")).toBe("done");
});

test("a member who has no password, and signs in with another provider, is exempt until there is one", async () => {
  await enrol(owner);
  await requireOfAll(true);
  const hash = await database.query<{ hash: string }>(`SELECT password_hash AS hash FROM "user" WHERE id = $1`, [
    colleague.userId,
  ]);
  const setHash = (value: string | null) =>
    database.query(`UPDATE "user" SET password_hash = $2 WHERE id = $1`, [colleague.userId, value]);
  await setHash(null);
  expect(await act("query", colleague, "payments.list")).toBe("done");
  await setHash(hash[0]?.hash ?? "");
  expect(await act("query", colleague, "payments.list")).toEqual(refused);
});

test("a passkey is enough in the sessions in which it was used, until it is removed", async () => {
  await enrol(owner);
  await requireOfAll(true);
  const device = createAuthenticator();
  const added = device.create((await call(colleague, "passkeys.begin")) as Parameters<typeof device.create>[0]);
  expect(await act("mutation", colleague, "passkeys.add", { name: "Laptop", response: added })).toBe("done");
  expect(await act("query", colleague, "payments.list")).toBe("done");

  const byPassword = { ...colleague, sessionId: await openSession(colleague.userId, "Chrome") };
  expect(await act("query", byPassword, "payments.list")).toEqual(refused);
  const used = device.get((await call(byPassword, "passkeys.beginProof")) as Parameters<typeof device.get>[0]);
  expect(await act("mutation", byPassword, "passkeys.prove", { response: used })).toBe("done");
  expect(await act("query", byPassword, "payments.list")).toBe("done");

  const challenge = await publicMutations["signIn.beginPasskey"].resolve({}, "203.0.113.1");
  const response = usedPasskey.parse(device.get(challenge));
  const signedIn = await signInByPasskey({
    response,
    address: "203.0.113.1",
    browser: { userAgent: null, locale: null },
  });
  if (signedIn.kind !== "signed_in") throw new Error(signedIn.kind);
  const byPasskey = { ...colleague, sessionId: signedIn.sessionId };
  expect(await act("query", byPasskey, "payments.list")).toBe("done");

  const { passkeys } = await callQuery("passkeys.list", await getMember(colleague.sessionId), {});
  expect(await act("mutation", byPasskey, "passkeys.remove", { passkeyId: passkeys[0]?.id })).toBe("done");
  expect(await act("query", byPasskey, "payments.list")).toEqual(refused);
});

test("an owner whose second factor is a passkey can require one, and counts as a member who has it", async () => {
  const device = createAuthenticator();
  const options = (await call(owner, "passkeys.begin")) as Parameters<typeof device.create>[0];
  await call(owner, "passkeys.add", { name: "Laptop", response: device.create(options) });
  expect(await requireOfAll(true)).toBe("done");
  const { members } = await callQuery("members.list", await getMember(owner.sessionId), {});
  expect(members.map(({ hasSecondFactor }) => hasSecondFactor)).toEqual([true, false]);
});

test("each change is in the audit log and emailed to the owners, and a repetition is neither", async () => {
  await enrol(owner);
  for (const isRequired of [true, true, false]) await requireOfAll(isRequired);
  const mails = await database.query<{ payload: object }>(
    `SELECT payload FROM graphile_worker._private_jobs
      WHERE payload ->> 'email' = $1 AND payload ->> 'kind' = 'second_factor_rule' ORDER BY id`,
    [owner.email],
  );
  const facts = { kind: "second_factor_rule", email: owner.email, by: owner.email };
  expect(mails.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ ...facts, isRequired: true }),
    expect.objectContaining({ ...facts, isRequired: false }),
  ]);
  const entries = await database.query(
    `SELECT actor_name, after FROM audit_entry WHERE subject_id = $1 AND action = 'partner.updated' ORDER BY id`,
    [owner.scope.partnerId],
  );
  expect(entries).toEqual([
    { actor_name: owner.email, after: { requires_second_factor: true } },
    { actor_name: owner.email, after: { requires_second_factor: false } },
  ]);
});
