import { TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import { beginSecondFactor } from "#lib/domain/partners/users/second-factor/begin-second-factor.ts";
import { confirmSecondFactor } from "#lib/domain/partners/users/second-factor/confirm-second-factor.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser, getMember, testPassword } from "#test/domain/create-user.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const destination = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

let database: ServiceDatabase;
let partner: TestPartner;
let owner: Member;
let laterMs = 0;
let restoreClock: () => void;

beforeAll(async () => {
  database = await startDatabase({ DATA_ENCRYPTION_KEY: "00".repeat(32) });
});
afterAll(() => database.stop());
beforeEach(async () => {
  laterMs = 0;
  restoreClock = useClock({ now: () => new Date(Date.now() + laterMs) });
  partner = await createPartner();
  owner = await createUser(partner.partnerId, "owner");
});
afterEach(() => restoreClock());

/** Calls a mutation as a request does, with the session as it is now. @returns `done`, or the error's code. */
const act = async (name: string, input: object) =>
  callProcedure("mutation", name, await getMember(owner.sessionId), input).then(
    () => "done",
    ({ code, issues }: { code: string; issues?: { field: string }[] }) => `${code} ${issues?.[0]?.field}`,
  );
const addDestination = () =>
  act("settlements.add", { merchantId: partner.merchantId, settlements: [{ asset, destination }] });

test("a destination can be set for ten minutes after the sign-in, and then only after a proof by the password", async () => {
  laterMs = 600_000;
  expect(await addDestination()).toBe("forbidden proof");
  expect(await act("account.prove", { proof: "a wrong password" })).toBe("params_validation proof");
  expect(await addDestination()).toBe("forbidden proof");
  expect(await act("account.prove", { proof: testPassword })).toBe("done");
  laterMs += 595_000;
  expect(await addDestination()).toBe("done");
  laterMs += 10_000;
  expect(await addDestination()).toBe("forbidden proof");
});

test("a proof counts in its own session only", async () => {
  const other = await createUser(partner.partnerId, "owner");
  laterMs = 600_000;
  await callProcedure("mutation", "account.prove", await getMember(other.sessionId), { proof: testPassword });
  expect(await addDestination()).toBe("forbidden proof");
});

test("a member with a second factor proves it by a code; the password doesn't do, and a code works once", async () => {
  const { secret } = await beginSecondFactor(owner, testPassword);
  const [recovery = ""] = await confirmSecondFactor(owner, new TOTP({ secret }).generate());
  laterMs = 600_000;
  expect(await act("account.prove", { proof: testPassword })).toBe("params_validation proof");
  expect(await act("account.prove", { proof: recovery })).toBe("done");
  expect(await addDestination()).toBe("done");
  laterMs += 600_000;
  expect(await act("account.prove", { proof: recovery })).toBe("params_validation proof");
});

test("what would let a thief come back asks for it too: keys, invitations and roles", async () => {
  laterMs = 600_000;
  const colleague = await createUser(partner.partnerId, "viewer");
  for (const [name, input] of [
    ["developers.createKey", { name: "shop", permissions: ["settlements:write"] }],
    ["members.invite", { email: "thief@till.example", role: "owner" }],
    ["members.changeRole", { userId: colleague.userId, role: "owner" }],
    ["members.remove", { userId: colleague.userId }],
    ["members.resendInvitation", { invitationId: "inv_01KAPZX0000000000000000000" }],
    ["developers.revokeKey", { keyId: "key_01KAPZX0000000000000000000" }],
  ] as const) {
    expect([name, await act(name, input)]).toEqual([name, "forbidden proof"]);
  }
});

test("an owner proves it before the emails about new keys end, but not to turn them on again", async () => {
  laterMs = 3_600_000;
  const choose = (mode: string, type = "api_key.created") => act("notifications.setMode", { type, mode });
  expect(await choose("off")).toBe("forbidden proof");
  expect(await choose("daily")).toBe("forbidden proof");
  expect(await choose("at_once")).toBe("done");
  expect(await choose("off", "payout.failed")).toBe("done");
  expect(await act("account.prove", { proof: testPassword })).toBe("done");
  expect(await choose("off")).toBe("done");
  owner = await createUser(partner.partnerId, "admin");
  laterMs = 7_200_000;
  expect(await choose("off")).toBe("done");
});

test("what buyers see asks for it too: sites that embed the checkout, apps, the form's links, and the merchant's brand", async () => {
  laterMs = 600_000;
  const { merchantId } = partner;
  const provider = { name: "Evil", termsUrl: "https://evil.example/t", privacyUrl: "https://evil.example/p" };
  const profile = { name: "Acme", email: "a@acme.example", iconUrl: "", supportContact: "https://evil.example" };
  const changes = [
    ["developers.setEmbedOrigins", { origins: ["https://evil.example"] }],
    ["developers.createApp", { key: "0".repeat(32), name: "Evil Wallet" }],
    ["developers.revokeApp", { appId: partner.appId }],
    ["settings.setDataCollection", { kind: "always", provider }],
    ["merchants.update", { merchantId, ...profile }],
    ["merchants.create", { key: "1".repeat(32), ...profile }],
  ] as const;
  for (const [name, input] of changes) expect([name, await act(name, input)]).toEqual([name, "forbidden proof"]);
  expect(await act("account.prove", { proof: testPassword })).toBe("done");
  for (const [name, input] of changes.slice(0, 4)) expect([name, await act(name, input)]).toEqual([name, "done"]);
});

test("nothing else asks for it, and a pending change can be revoked without", async () => {
  laterMs = 3_600_000;
  expect(await act("account.rename", { name: "Ada" })).toBe("done");
  const id = "crypto_01KAPZX0000000000000000000";
  expect(await act("settlements.revoke", { merchantId: partner.merchantId, settlementId: id, destination })).toBe(
    "not_found undefined",
  );
});
