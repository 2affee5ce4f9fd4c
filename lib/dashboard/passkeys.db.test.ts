import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newPasskey, usedPasskey } from "#lib/dashboard/passkey-fields.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import type { MutationOutput, QueryOutput } from "#lib/dashboard/rpc/contract.ts";
import { publicMutations } from "#lib/dashboard/rpc/public-mutations.ts";
import { signInByPasskey } from "#lib/dashboard/sign-in/sign-in-by-passkey.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { deleteMember } from "#lib/domain/partners/members/repository.ts";
import { deleteOldAccess } from "#lib/domain/partners/users/delete-old-access.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { log } from "#lib/log/log.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { type Authenticator, createAuthenticator, type Fault } from "#test/domain/authenticator.ts";
import { createUser, getMember, openSession } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let member: Member;
let colleague: Member;
let device: Authenticator;
let laterMs = 0;
let lastAddress = 0;
let restoreClock: () => void;

beforeAll(async () => {
  database = await startDatabase({ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "till@till.example" });
});
afterAll(() => database.stop());
beforeEach(async () => {
  laterMs = 0;
  restoreClock = useClock({ now: () => new Date(Date.now() + laterMs) });
  const { partnerId } = await createPartner();
  member = await createUser(partnerId, "owner");
  colleague = await createUser(partnerId, "viewer");
  device = createAuthenticator();
});
afterEach(() => restoreClock());

/** Calls a mutation as a request does, with the session as it is now. */
const act = async <Name extends Parameters<typeof callProcedure>[1]>(name: Name, input: object, of = member) =>
  callProcedure("mutation", name, await getMember(of.sessionId), input);
const begin = async (of = member) => (await act("passkeys.begin", {}, of)) as MutationOutput<"passkeys.begin">;
const beginProof = async (of = member) =>
  (await act("passkeys.beginProof", {}, of)) as MutationOutput<"passkeys.beginProof">;
const add = async (authenticator = device, of = member, name = "Laptop") =>
  act("passkeys.add", { name, response: authenticator.create(await begin(of)) }, of);
const list = async (of = member) =>
  ((await callProcedure("query", "passkeys.list", await getMember(of.sessionId), {})) as QueryOutput<"passkeys.list">)
    .passkeys;
const beginSignIn = () => publicMutations["signIn.beginPasskey"].resolve({}, "203.0.113.1");
const newAddress = () => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};
const sendSignIn = (response: object, address = newAddress()) =>
  signInByPasskey({ response: usedPasskey.parse(response), address, browser: { userAgent: "Firefox", locale: null } });
const signIn = async (fault: Fault = {}, authenticator = device) =>
  sendSignIn(authenticator.get(await beginSignIn(), fault));
/** A challenge in our format that expires in 2100, without our MAC. */
const forged = Buffer.concat([Buffer.alloc(24), Buffer.from("03bb2cc3d800", "hex"), Buffer.alloc(32)]).toString(
  "base64url",
);
const refusal = { code: "params_validation", issues: [{ field: "response" }] };

describe("signing in", () => {
  test("a passkey starts a session of its member, whichever email the browser knows", async () => {
    await add();
    const options = await beginSignIn();
    expect(options).toEqual({ challenge: expect.any(String), rpId: "till.example", userVerification: "required" });
    const outcome = await sendSignIn(device.get(options));
    if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
    expect(outcome.email).toBe(member.email);
    expect(await getMember(outcome.sessionId)).toMatchObject({ userId: member.userId });
    expect(await list()).toEqual([
      expect.objectContaining({ name: "Laptop", isSynced: false, lastUsedAt: expect.any(String) }),
    ]);
  });

  test("a signed challenge works once, also when it is sent twice at the same time", async () => {
    await add(createAuthenticator());
    const still = createAuthenticator({ counts: false, isSynced: true });
    await add(still);
    const response = still.get(await beginSignIn());
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => sendSignIn(response)));
    expect(outcomes.filter(({ kind }) => kind === "signed_in")).toHaveLength(1);
    expect((await sendSignIn(response)).kind).toBe("refused");
    expect((await signIn({}, still)).kind).toBe("signed_in");
    expect((await list()).map(({ isSynced }) => isSynced)).toEqual([false, true]);
  });

  test("a challenge works for five minutes, and its record is deleted later", async () => {
    await add();
    const options = await beginSignIn();
    const late = await beginSignIn();
    laterMs = 299_000;
    expect((await sendSignIn(device.get(options))).kind).toBe("signed_in");
    laterMs = 301_000;
    expect((await sendSignIn(device.get(late))).kind).toBe("refused");
    laterMs = 8 * 24 * 3_600_000;
    await deleteOldAccess();
    expect(await database.query("SELECT 1 FROM used_passkey_challenge")).toEqual([]);
  });

  test.for<[string, Fault]>([
    ["of another site", { origin: "https://till.example.evil.example" }],
    ["of another port of our host", { origin: "https://till.example:8443" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["without user verification", { isUserVerified: false }],
    ["without user presence", { isUserPresent: false }],
    ["for a challenge that we never issued", { challenge: forged }],
    ["of a registration", { type: "webauthn.create" }],
    ["with another user's handle", { userHandle: "AAAA" }],
    ["without a user handle", { userHandle: undefined }],
  ])("a response %s is refused", async ([, fault]) => {
    await add();
    expect((await signIn(fault)).kind).toBe("refused");
    expect((await signIn()).kind).toBe("signed_in");
  });

  test("a response with another key's signature, or of an unknown passkey, is refused", async () => {
    await add();
    const stranger = createAuthenticator();
    const options = await beginSignIn();
    expect((await sendSignIn(stranger.get(options))).kind).toBe("refused");
    const { id, rawId } = device.get(options);
    const handle = (await begin()).user.id;
    expect((await sendSignIn({ ...stranger.get(options, { userHandle: handle }), id, rawId })).kind).toBe("refused");
  });

  test("a challenge for a registration or a proof starts no session, and the other way around", async () => {
    await add();
    const { challenge } = await begin();
    expect((await signIn({ challenge })).kind).toBe("refused");
    expect((await signIn({ challenge: (await beginProof()).challenge })).kind).toBe("refused");
    const response = device.get(await beginSignIn());
    await expect(act("passkeys.prove", { response })).rejects.toMatchObject(refusal);
    const registration = await begin();
    const misused = device.get(await beginProof(), { challenge: registration.challenge });
    await expect(act("passkeys.prove", { response: misused })).rejects.toMatchObject(refusal);
    for (const options of [await beginSignIn(), await beginProof()]) {
      const created = createAuthenticator().create(registration, { challenge: options.challenge });
      await expect(act("passkeys.add", { name: "Phone", response: created })).rejects.toMatchObject(refusal);
    }
  });

  test("a counter that doesn't grow is refused, which a copied passkey would show", async () => {
    await add();
    expect((await signIn({ signCount: 10 })).kind).toBe("signed_in");
    for (const signCount of [10, 9, 0]) expect((await signIn({ signCount })).kind).toBe("refused");
    expect((await signIn({ signCount: 11 })).kind).toBe("signed_in");
  });

  test("of two responses with the same count that come together, one is accepted", async () => {
    await add();
    const responses = await Promise.all(
      Array.from({ length: 3 }, async () => device.get(await beginSignIn(), { signCount: 20 })),
    );
    const attempts = await database.holding("SELECT FROM passkey FOR UPDATE", async () => {
      const started = responses.map((response) => sendSignIn(response));
      await database.untilBlocked(started.length);
      return { started };
    });
    const outcomes = await Promise.all(attempts.started);
    expect(outcomes.filter(({ kind }) => kind === "signed_in")).toHaveLength(1);
  });

  test("refusals count against the address as wrong passwords do, and sign-ins don't", async () => {
    await add();
    const address = newAddress();
    for (let index = 0; index < 65; index += 1) {
      expect((await sendSignIn(device.get(await beginSignIn()), address)).kind).toBe("signed_in");
    }
    const wrong = createAuthenticator().get(await beginSignIn());
    for (let index = 0; index < 60; index += 1) expect((await sendSignIn(wrong, address)).kind).toBe("refused");
    expect((await sendSignIn(device.get(await beginSignIn()), address)).kind).toBe("throttled");
    expect((await signIn()).kind).toBe("signed_in");
  });

  test("asking for a challenge stores nothing", async () => {
    const connections: unknown[] = [];
    pool().on("acquire", (client) => connections.push(client));
    await beginSignIn();
    expect(connections).toEqual([]);
  });

  test("a removed passkey or member signs in no longer", async () => {
    await add();
    const theirs = createAuthenticator();
    await add(theirs, colleague);
    const [passkey] = await list();
    await act("passkeys.remove", { passkeyId: passkey?.id });
    expect((await signIn()).kind).toBe("refused");
    expect((await signIn({}, theirs)).kind).toBe("signed_in");
    await inTransaction((tx) => deleteMember(tx, colleague.userId));
    expect((await signIn({}, theirs)).kind).toBe("refused");
  });
});

describe("adding", () => {
  test("asks for a discoverable, verified credential under a random handle, without those that exist", async () => {
    await add();
    const options = await begin();
    expect(options).toMatchObject({
      rp: { id: "till.example" },
      user: { name: member.email, displayName: "Ada" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: device.credentialId.toString("base64url"), transports: ["internal"] }],
    });
    const handle = Buffer.from(options.user.id, "base64url");
    expect(handle).toHaveLength(32);
    expect((await begin()).user.id).toBe(options.user.id);
    expect((await begin(colleague)).user.id).not.toBe(options.user.id);
  });

  test.for<[string, Fault]>([
    ["of another site", { origin: "https://evil.example" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["without user verification", { isUserVerified: false }],
    ["for a challenge that we never issued", { challenge: forged }],
    ["of a sign-in", { type: "webauthn.get" }],
  ])("a new passkey %s is refused", async ([, fault]) => {
    const response = device.create(await begin(), fault);
    await expect(act("passkeys.add", { name: "Laptop", response })).rejects.toMatchObject(refusal);
    expect(await list()).toEqual([]);
  });

  test("an attestation with certificates is refused, because checking one could request addresses that it names", async () => {
    // {"alg": -7, "sig": h'00', "x5c": [h'00']}
    const statement = Buffer.from("a363616c67266373696741006378356381", "hex");
    const attestation = { format: "packed", statement: Buffer.concat([statement, Buffer.from("4100", "hex")]) };
    for (const format of ["packed", "fido-u2f", "tpm", "android-key", "apple"]) {
      const response = device.create(await begin(), { attestation: { ...attestation, format } });
      const logged = vi.spyOn(log(), "info");
      await expect(act("passkeys.add", { name: "Laptop", response })).rejects.toMatchObject(refusal);
      const err = expect.objectContaining({ message: `an attestation of the format ${format} wasn't requested` });
      expect(logged.mock.calls).toEqual([[expect.objectContaining({ err }), expect.any(String)]]);
      logged.mockRestore();
    }
  });

  test("a challenge belongs to its member and session, and works once", async () => {
    const options = await begin();
    await expect(
      act("passkeys.add", { name: "Laptop", response: device.create(options) }, colleague),
    ).rejects.toMatchObject(refusal);
    const other = { ...member, sessionId: await openSession(member.userId, "Chrome") };
    await expect(
      act("passkeys.add", { name: "Laptop", response: device.create(options) }, other),
    ).rejects.toMatchObject(refusal);
    await act("passkeys.add", { name: "Laptop", response: device.create(options) });
    const second = createAuthenticator().create(options);
    await expect(act("passkeys.add", { name: "Phone", response: second })).rejects.toMatchObject(refusal);
  });

  test("a credential that is registered can't be added again, by its owner or another member", async () => {
    await add();
    for (const of of [member, colleague]) {
      await expect(add(device, of)).rejects.toMatchObject({ code: "version_conflict" });
    }
  });

  test("an account has ten passkeys at most, also when they are added at once", async () => {
    for (let index = 0; index < 8; index += 1) await add(createAuthenticator());
    const added = await Promise.allSettled(Array.from({ length: 5 }, () => add(createAuthenticator())));
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await expect(add(createAuthenticator())).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringMatching(/^You have 10 passkeys/),
    });
  });

  test("signs the member out everywhere else, emails them, and is in the audit log without keys", async () => {
    const elsewhere = await openSession(member.userId, "Chrome");
    await add();
    expect(await findMember(elsewhere)).toBeNull();
    expect(await findMember(member.sessionId)).not.toBeNull();
    const [passkey] = await list();
    await act("passkeys.rename", { passkeyId: passkey?.id, name: "Old laptop" });
    await signIn();
    await act("passkeys.remove", { passkeyId: passkey?.id });
    const mails = await database.query<{ payload: object }>(
      `SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'email' = $1 ORDER BY id`,
      [member.email],
    );
    const facts = { kind: "passkey_changed", email: member.email };
    expect(mails.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ ...facts, name: "Laptop", isAdded: true }),
      expect.objectContaining({ ...facts, name: "Old laptop", isAdded: false }),
    ]);
    const entries = await database.query(
      `SELECT action, actor_id, before, after FROM audit_entry WHERE subject_type = 'passkey' AND subject_id = $1 ORDER BY id`,
      [passkey?.id],
    );
    const row = { id: passkey?.id, partner_id: member.scope.partnerId, user_id: member.userId, is_synced: false };
    expect(entries).toEqual([
      { action: "passkey.created", actor_id: member.userId, before: null, after: { ...row, name: "Laptop" } },
      {
        action: "passkey.updated",
        actor_id: member.userId,
        before: { name: "Laptop" },
        after: { name: "Old laptop" },
      },
      { action: "passkey.deleted", actor_id: member.userId, before: { ...row, name: "Old laptop" }, after: null },
    ]);
  });

  test("transports that this version doesn't know are dropped", () => {
    const options = { challenge: "A", rp: { id: "till.example" }, user: { id: "A" } };
    expect(newPasskey.parse(device.create(options)).response.transports).toEqual(["internal"]);
  });
});

describe("proving", () => {
  const needsProof = { code: "forbidden", issues: [{ field: "proof" }] };

  test("a passkey is a proof for ten minutes; adding and removing one need a proof, renaming doesn't", async () => {
    await add();
    const [passkey] = await list();
    laterMs = 600_000;
    await expect(begin()).rejects.toMatchObject(needsProof);
    await expect(act("passkeys.add", { name: "P", response: {} })).rejects.toMatchObject(needsProof);
    await expect(act("passkeys.remove", { passkeyId: passkey?.id })).rejects.toMatchObject(needsProof);
    await act("passkeys.rename", { passkeyId: passkey?.id, name: "Desk" });
    const options = await beginProof();
    expect(options.allowCredentials).toMatchObject([{ id: device.credentialId.toString("base64url") }]);
    await act("passkeys.prove", { response: device.get(options, { userHandle: undefined }) });
    laterMs += 595_000;
    await begin();
    laterMs += 10_000;
    await expect(begin()).rejects.toMatchObject(needsProof);
  });

  test("another member's passkey, another session's challenge and one that was used are refused", async () => {
    await add();
    const theirs = createAuthenticator();
    await add(theirs, colleague);
    await expect(act("passkeys.prove", { response: theirs.get(await beginProof()) })).rejects.toMatchObject(refusal);
    const other = { ...member, sessionId: await openSession(member.userId, "Chrome") };
    const foreign = device.get(await beginProof(other));
    await expect(act("passkeys.prove", { response: foreign })).rejects.toMatchObject(refusal);
    const response = device.get(await beginProof());
    await act("passkeys.prove", { response });
    await expect(act("passkeys.prove", { response })).rejects.toMatchObject(refusal);
  });

  test("wrong ones are throttled after ten", async () => {
    await add();
    const wrong = async () => act("passkeys.prove", { response: createAuthenticator().get(await beginProof()) });
    for (let index = 0; index < 10; index += 1) await expect(wrong()).rejects.toMatchObject(refusal);
    await expect(wrong()).rejects.toMatchObject({ code: "rate_limited" });
  });
});

test("a member changes only their own passkeys; those of others aren't found", async () => {
  await add();
  const [passkey] = await list();
  const notFound = { code: "not_found" };
  for (const passkeyId of [passkey?.id, "psk_01KAPZX0000000000000000000", "nothing"]) {
    await expect(act("passkeys.remove", { passkeyId }, colleague)).rejects.toMatchObject(notFound);
    await expect(act("passkeys.rename", { passkeyId, name: "Mine" }, colleague)).rejects.toMatchObject(notFound);
  }
  expect(await list(colleague)).toEqual([]);
  expect(await list()).toMatchObject([{ name: "Laptop" }]);
});

test("a passkey that is being removed starts no session and is no proof", async () => {
  await add();
  const [passkey] = await list();
  const proved = { ...member, sessionId: await openSession(member.userId, "Chrome") };
  const proof = device.get(await beginProof(proved));
  const started = device.get(await beginSignIn());
  const outcomes = await database.holding("SELECT FROM passkey FOR KEY SHARE", async () => {
    const removing = act("passkeys.remove", { passkeyId: passkey?.id });
    await database.untilBlocked(1);
    // One after the other, as a counter that goes back would be refused for that.
    const proving = act("passkeys.prove", { response: proof }, proved);
    await database.untilBlocked(2);
    const signingIn = sendSignIn(started);
    await database.untilBlocked(3);
    return [removing, proving, signingIn].map((one) => one.catch(({ code }) => ({ kind: code })));
  });
  expect(await Promise.all(outcomes)).toEqual([{}, { kind: "params_validation" }, { kind: "refused" }]);
});

test("removing a passkey ends the other sessions that it started, and no others", async () => {
  await add();
  const outcome = await signIn();
  if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
  const byPassword = await openSession(member.userId, "Chrome");
  const [passkey] = await list();
  await act("passkeys.remove", { passkeyId: passkey?.id });
  expect(await findMember(outcome.sessionId)).toBeNull();
  expect(await findMember(byPassword)).not.toBeNull();
  expect(await findMember(member.sessionId)).not.toBeNull();
});
