import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf, nativeAsset } from "#lib/chain/tokens.ts";
import { parseCaip19 } from "#lib/core/caip.ts";
import { writeExceptions } from "#lib/dashboard/export/write-exceptions.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import type { MutationInput } from "#lib/dashboard/rpc/contract.ts";
import { type Member, proofHoldsMs } from "#lib/domain/partners/users/session.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { depositFee, merchantWallet } from "#test/domain/make-deposit-address.ts";
import { createException, createTransferPayment } from "#test/domain/make-exception.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const usdcOnEthereum = getToken("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48");
const onEthereum = assetOf(usdcOnEthereum);
const forwarded = { kind: "late", state: "forwarded" } as const;
const buyer = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const txHash = `0x${"ab".repeat(32)}`;

let database: ServiceDatabase;
let partner: TestPartner;
let owner: Member;
let payment: Awaited<ReturnType<typeof createTransferPayment>>;

beforeAll(async () => {
  database = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    RPC_URLS_8453: "http://127.0.0.1:9",
  });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
  owner = memberOf(partner, "owner");
  payment = await createTransferPayment(partner);
});

type Decision = MutationInput<"exceptions.decide">;
const decide = (input: Decision, member = owner) => callProcedure("mutation", "exceptions.decide", member, input);
const rowOf = async (id: string) => {
  const [row] = await database.query("SELECT state, reason, decided_by FROM deposit_exception WHERE id = $1", [id]);
  return row;
};
const detail = () => callQuery("payments.detail", owner, { paymentId: payment.paymentId });
const list = (input: { isOpen?: boolean; merchant?: string } = {}, member = owner) =>
  callQuery("exceptions.list", member, input);

describe("a decision", () => {
  test("to keep money that the merchant has ends the exception with its reason, in the audit log too", async () => {
    const { id } = await createException(payment, { kind: "repeated", state: "forwarded" });
    await decide({ exceptionId: id, action: "keep", reason: " Store credit " });
    expect(await rowOf(id)).toEqual({ state: "kept", reason: "Store credit", decided_by: `user:${owner.userId}` });
    const audit = "SELECT action, subject_id, after FROM audit_entry WHERE actor_id = $1";
    expect(await database.query(audit, [owner.userId])).toMatchObject([
      {
        action: "payment.deposit_kept",
        subject_id: payment.paymentId,
        after: { exception: id, reason: "Store credit" },
      },
    ]);
    const again = decide({ exceptionId: id, action: "keep", reason: "Again" });
    await expect(again).rejects.toMatchObject({ code: "invalid_state" });
  });

  test("to accept has the address collected for the payment", async () => {
    const { id } = await createException(payment, { kind: "underpaid" });
    await decide({ exceptionId: id, action: "accept" });
    expect(await rowOf(id)).toMatchObject({ state: "accepting" });
    const address = "SELECT state, accepted FROM deposit_address WHERE address = $1";
    expect(await database.query(address, [payment.address.address])).toEqual([
      { state: "collecting", accepted: "5000000" },
    ]);
  });

  test("needs a recent proof", async () => {
    const { id } = await createException(payment, { kind: "late", state: "forwarded" });
    const stale = { ...owner, provedAt: new Date(owner.provedAt.getTime() - proofHoldsMs) };
    const refused = decide({ exceptionId: id, action: "keep", reason: "Store credit" }, stale);
    await expect(refused).rejects.toMatchObject({ code: "forbidden", issues: [{ field: "proof" }] });
    expect(await rowOf(id)).toMatchObject({ state: "forwarded" });
  });

  test.for(["viewer", "developer"] as const)("is denied to a %s", async (role) => {
    const { id } = await createException(payment, { kind: "late", state: "forwarded" });
    const refused = decide({ exceptionId: id, action: "keep", reason: "Mine" }, memberOf(partner, role));
    await expect(refused).rejects.toMatchObject({ code: "forbidden" });
  });

  test("about another partner's exception, or one that doesn't exist, isn't found", async () => {
    const { id } = await createException(payment, { kind: "late", state: "forwarded" });
    const stranger = memberOf(await createPartner(), "owner");
    for (const [exceptionId, member] of [
      [id, stranger],
      ["dex_unknown", owner],
    ] as const) {
      const refused = decide({ exceptionId, action: "keep", reason: "Mine" }, member);
      await expect(refused).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test.for<[name: string, Partial<Decision>, Parameters<typeof createException>[1], code: string]>([
    ["accepting what came after a success", { action: "accept" }, { kind: "repeated" }, "invalid_state"],
    [
      "accepting no more than the fee",
      { action: "accept" },
      { kind: "underpaid", amount: depositFee },
      "invalid_state",
    ],
    ["keeping what isn't the merchant's yet", { action: "keep", reason: "x" }, { kind: "underpaid" }, "invalid_state"],
    ["no reason", { action: "keep", reason: " " }, forwarded, "params_validation"],
    [
      "forwarding from another chain",
      { action: "forward" },
      { kind: "other_chain", asset: onEthereum },
      "invalid_state",
    ],
    ["forwarding a token without a destination", { action: "forward" }, { kind: "late" }, "invalid_state"],
    ["refunding what is at the address", { action: "refund", txHash }, { kind: "late" }, "invalid_state"],
    ["something that is no hash", { action: "refund", txHash: "0x1" }, forwarded, "params_validation"],
    ["a transaction that no node shows", { action: "refund", txHash }, forwarded, "bad_gateway"],
  ])("for %s is refused", async ([, decision, of, code]) => {
    const { id, state } = await createException(payment, of);
    const refused = decide({ ...decision, exceptionId: id } as Decision);
    await expect(refused).rejects.toMatchObject({ code });
    expect(await rowOf(id)).toMatchObject({ state });
  });
});

describe("the actions of an exception", () => {
  const actionsOf = async () => (await detail()).exceptions.map(({ actions }) => actions);

  test("leave out what would be refused", async () => {
    await createException(payment, { kind: "underpaid" });
    expect(await actionsOf()).toEqual([["accept", "forward"]]);
  });

  test("don't offer to accept what doesn't cover the fee, or a payment that has succeeded", async () => {
    await createException(payment, { kind: "underpaid", amount: depositFee });
    expect(await actionsOf()).toEqual([["forward"]]);
    payment = await createTransferPayment(partner, { collected: 12_500_000n });
    await createException(payment, { kind: "late" });
    expect(await actionsOf()).toEqual([["forward"]]);
  });

  test("don't offer to record a refund of native coin, which no event proves", async () => {
    await createException(payment, { kind: "other_token", asset: nativeAsset(8453), state: "forwarded" });
    expect((await detail()).exceptions).toMatchObject([
      { actions: ["keep"], isNative: true, money: { symbol: "ETH", decimals: 18, network: "Base" } },
    ]);
  });
});

test("a payment's detail has its address, the buyer's account, and the call for another network", async () => {
  payment = await createTransferPayment(partner, { refundAccount: buyer });
  await createException(payment, { kind: "other_chain", asset: onEthereum });
  const { deposit, exceptions } = await detail();
  expect(deposit).toMatchObject({
    isOpen: false,
    address: { id: payment.address.address, network: "Base" },
    refundAccount: { id: buyer },
    amount: { value: "12500000", symbol: "USDC" },
  });
  expect(exceptions).toMatchObject([
    {
      kind: "other_chain",
      money: { network: "Ethereum" },
      recipient: { id: merchantWallet, network: "Ethereum" },
      call: { chainId: 1, to: { network: "Ethereum" }, data: expect.stringMatching(/^0x[0-9a-f]+$/) },
    },
  ]);
  const token = parseCaip19(onEthereum)?.address.slice(2).toLowerCase();
  expect(exceptions[0]?.call?.data).toContain(token);
});

describe("the list of exceptions", () => {
  test("has open ones and ended ones apart, by merchant, and none of another partner", async () => {
    const open = await createException(payment, { kind: "underpaid" });
    const other = await createTransferPayment(partner);
    const ended = await createException(other, { kind: "late", state: "forwarded" });
    await decide({ exceptionId: ended.id, action: "keep", reason: "Store credit" });
    const ids = async (input: { isOpen?: boolean; merchant?: string }, member = owner) =>
      (await list(input, member)).exceptions.map(({ id }) => id);
    expect(await ids({ isOpen: true })).toEqual([open.id]);
    expect(await ids({ isOpen: false })).toEqual([ended.id]);
    expect(await ids({})).toEqual([ended.id, open.id]);
    expect(await ids({ merchant: partner.merchantId })).toHaveLength(2);
    expect(await ids({ merchant: (await createPartner()).merchantId })).toEqual([]);
    expect(await ids({}, memberOf(await createPartner(), "viewer"))).toEqual([]);
    expect(await callQuery("exceptions.count", owner, {})).toEqual({ open: 1 });
    await expect(list({ merchant: "nonsense" })).rejects.toMatchObject({ code: "params_validation" });
  });

  test("has pages", async () => {
    for (let at = 0; at < 51; at += 1) {
      await createException(payment, { kind: "repeated", state: "forwarded" });
    }
    const first = await list({ isOpen: true });
    expect([first.exceptions.length, first.next]).toEqual([50, first.exceptions[49]?.id]);
    const rest = await callQuery("exceptions.list", owner, { isOpen: true, after: first.next });
    expect([rest.exceptions.length, rest.next]).toEqual([1, null]);
  });
});

test("open exceptions need attention", async () => {
  const { id } = await createException(payment, { kind: "late" });
  expect((await callQuery("overview.attention", owner, {})).exceptions).toMatchObject([
    { id, kind: "late", payment: { id: payment.paymentId }, money: { value: "5000000" } },
  ]);
});

test("the export has every exception of the filter, without formulas", async () => {
  const { id } = await createException(payment, { kind: "late", state: "forwarded" });
  await decide({ exceptionId: id, action: "keep", reason: '=HYPERLINK("https://evil.example")' });
  const text = async (scope = owner.scope) => {
    const file = writeExceptions(scope, { merchantId: null, isOpen: null });
    return Buffer.from(await new Response(file).arrayBuffer()).toString();
  };
  const [heading = "", row = ""] = (await text()).replace("\ufeff", "").split("\r\n");
  expect(heading.split(",").slice(0, 5)).toEqual(["exception_id", "created_at", "kind", "state", "payment_id"]);
  expect(row).toContain(`,late,kept,${payment.paymentId},order 1,`);
  expect(row).toContain(",5.000000,USDC,");
  expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(await text(memberOf(await createPartner(), "owner").scope)).not.toContain("dex_");
});
