import { parseEther } from "viem";
import { describe, expect, test } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { assetOf, nativeAsset, type Token } from "#lib/chain/tokens.ts";
import { actAs } from "#lib/core/actor.ts";
import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database, pool } from "#lib/db/pool.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { findAddress } from "#lib/domain/payments/deposit-addresses/repository.ts";
import type { DepositExceptionKind } from "#lib/domain/payments/deposit-exception-kinds.ts";
import {
  allowedActions,
  decideException,
  type ExceptionDecision,
  recipientSweep,
} from "#lib/domain/payments/deposits/exceptions/decide-exception.ts";
import { listExceptionsOf } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { nameRefundAccount } from "#lib/domain/payments/deposits/name-refund-account.ts";
import { depositStack, minuteMs, usdc } from "#test/chain/deposit-stack.ts";
import { scopeOf } from "#test/domain/create-test-payment.ts";
import { createPartner, getToken, setDestination } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";

const price = 12_500_000n;
/** 10 cents and 0.4 %. */
const fee = 150_000n;
const eurc = getToken("eip155:8453/erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42");
const usdcOnEthereum = getToken("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48");
const stack = depositStack({ chainIds: [1] });
const { createPayment, give, transfer, finalize, getPayment, statusOf, awaitStatus } = stack;
const { awaitChecked, balanceOf, requireBooksEqual } = stack;

/** Waits until the payment has an exception of a kind in a state. */
async function awaitException(id: PaymentId, kind: DepositExceptionKind, state = "open") {
  return until(`${id} to have an exception ${kind} that is ${state}`, async () => {
    const found = (await listExceptionsOf(database, id)).find((each) => each.kind === kind && each.state === state);
    if (found !== undefined) return found;
    await finalize();
    return null;
  });
}

const member = { kind: "user", id: "usr_1", name: "Ada" } as const;
const decide = (id: string, decision: ExceptionDecision, of = stack.partner) =>
  actAs(member, () => decideException(scopeOf(of), id, decision));

const eventsOf = async (id: PaymentId) =>
  (await pool().query("SELECT type FROM event WHERE payment_id = $1 ORDER BY id", [id])).rows.map(({ type }) => type);

/** Waits until every token of every network was looked at there since. */
function awaitLooked(address: Address) {
  return until("the address to be looked at", async () => {
    await finalize();
    const later = "SELECT FROM deposit_address WHERE address = $1 AND next_check_at > $2";
    return (await pool().query(later, [address, new Date(Date.now() + stack.aheadMs)])).rows.length > 0;
  });
}

/** Lets time pass once the last transfers are final: an address that was looked at before isn't due again. */
async function pass(ms: number): Promise<void> {
  await finalize();
  await stack.pass(ms);
}

const merchant = () => stack.chain.accounts.merchant.address;
const until10 = 64 * minuteMs;

/** A transfer out of the merchant's wallet, as it refunds. */
async function payFrom(account: Address, to: Address, value: bigint, token: Token = usdc) {
  const call = { address: token.address, abi: erc20Abi, functionName: "transfer", args: [to, value] } as const;
  await stack.chain.client.setBalance({ address: account, value: parseEther("1") });
  const hash = await stack.chain.client.writeContract({ ...call, account, chain: null, gas: 200_000n });
  await finalize();
  return hash;
}

describe("too little", () => {
  test("is a case at the end, is accepted by a member, and pays what is there less the fee", async () => {
    const id = await createPayment();
    const given = await give(id);
    const before = await balanceOf(merchant());
    await transfer(given.address, 12_000_000n);
    await awaitChecked(given, 12_000_000n);
    await pass(until10);
    await awaitStatus(id, "expired");
    const exception = await awaitException(id, "underpaid");
    expect(exception).toMatchObject({ amount: 12_000_000n, asset: assetOf(usdc), address: given.address });
    expect(allowedActions(exception)).toEqual(["accept", "forward"]);
    await decide(exception.id, { action: "accept" });
    await expect(decide(exception.id, { action: "forward" })).rejects.toMatchObject({ code: "invalid_state" });
    const paid = await awaitStatus(id, "succeeded");
    expect(paid).toMatchObject({ buyer: null, result: { amount: 12_000_000n } });
    expect(await balanceOf(merchant())).toBe(before + 12_000_000n - fee);
    await awaitException(id, "underpaid", "accepted");
    expect(await eventsOf(id)).toEqual([
      "payment.created",
      "payment.expired",
      "deposit.underpaid",
      "payment.succeeded",
      "payout.sent",
    ]);
    const audit =
      "SELECT action, actor_name FROM audit_entry WHERE subject_id = $1 AND action = 'payment.deposit_accepted'";
    expect((await pool().query(audit, [id])).rows).toEqual([{ action: "payment.deposit_accepted", actor_name: "Ada" }]);
    await requireBooksEqual();
  });

  test("goes to the merchant without a fee and is refunded to the account that the buyer has named", async () => {
    const id = await createPayment();
    const given = await give(id);
    const named = { code: given.code, account: `eip155:8453:${stack.chain.accounts.buyers[1]?.address}` };
    await expect(nameRefundAccount(scopeOf(stack.partner), id, { ...named, code: "x.y" })).rejects.toMatchObject({
      code: "params_validation",
    });
    await transfer(given.address, 5_000_000n);
    await awaitChecked(given, 5_000_000n);
    await pass(until10);
    const before = await balanceOf(merchant());
    const exception = await awaitException(id, "underpaid");
    await nameRefundAccount(scopeOf(stack.partner), id, named);
    await nameRefundAccount(scopeOf(stack.partner), id, named);
    const other = { ...named, account: `eip155:8453:${stack.exchange}` };
    await expect(nameRefundAccount(scopeOf(stack.partner), id, other)).rejects.toMatchObject({ code: "invalid_state" });
    await decide(exception.id, { action: "forward" });
    const forwarded = await awaitException(id, "underpaid", "forwarded");
    expect(forwarded).toMatchObject({ amount: 5_000_000n, sweeps: 1, failure: null });
    expect(await balanceOf(merchant())).toBe(before + 5_000_000n);
    expect(await statusOf(id)).toBe("expired");
    const wrong = await payFrom(merchant(), stack.exchange, 5_000_000n);
    await expect(decide(exception.id, { action: "refund", txHash: wrong })).rejects.toMatchObject({
      code: "params_validation",
    });
    const small = await payFrom(merchant(), stack.chain.accounts.buyers[1]?.address as Address, 1n);
    await expect(decide(exception.id, { action: "refund", txHash: small })).rejects.toMatchObject({
      code: "params_validation",
    });
    await transfer(merchant(), 10_000_000n);
    const right = await payFrom(merchant(), stack.chain.accounts.buyers[1]?.address as Address, 5_000_000n);
    await decide(exception.id, { action: "refund", txHash: right });
    expect((await listExceptionsOf(database, id))[0]).toMatchObject({ state: "refunded", refundTxHash: right });
    await expect(decide(exception.id, { action: "keep", reason: "x" })).rejects.toMatchObject({
      code: "invalid_state",
    });
    await requireBooksEqual();
  });

  test("grows while its case is open", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, 5_000_000n);
    await awaitChecked(given, 5_000_000n);
    await pass(until10);
    const exception = await awaitException(id, "underpaid");
    await transfer(given.address, 6_000_000n);
    await pass(61 * minuteMs);
    await until("the case to have grown", async () => {
      await finalize();
      return (await listExceptionsOf(database, id))[0]?.amount === 11_000_000n;
    });
    expect(await listExceptionsOf(database, id)).toHaveLength(1);
    expect((await eventsOf(id)).filter((type) => type === "deposit.underpaid")).toHaveLength(1);
    expect(exception.amount).toBe(5_000_000n);
  });
});

describe("a transfer", () => {
  test("that is a day late is a case, and pays the payment once it is accepted", async () => {
    const id = await createPayment();
    const given = await give(id);
    await pass(until10);
    await awaitStatus(id, "expired");
    await pass(24 * 60 * minuteMs);
    await transfer(given.address, price);
    await pass(61 * minuteMs);
    const exception = await awaitException(id, "late");
    await decide(exception.id, { action: "accept" });
    await awaitStatus(id, "succeeded");
    await requireBooksEqual();
  });

  test("after the merchant has cancelled is late", async () => {
    const id = await createPayment();
    const given = await give(id);
    await cancelPayment(scopeOf(stack.partner), id, "cancelled_by_merchant");
    await transfer(given.address, price);
    await pass(61 * minuteMs);
    expect(await awaitException(id, "late")).toMatchObject({ amount: price });
    expect(await statusOf(id)).toBe("cancelled");
  });

  test("that is repeated is forwarded and kept, and the payment isn't paid twice", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price);
    await awaitStatus(id, "succeeded");
    const before = await balanceOf(merchant());
    await transfer(given.address, price);
    await pass(61 * minuteMs);
    const exception = await awaitException(id, "repeated");
    expect(allowedActions(exception)).toEqual(["forward"]);
    await expect(decide(exception.id, { action: "accept" })).rejects.toMatchObject({ code: "invalid_state" });
    await decide(exception.id, { action: "forward" });
    await awaitException(id, "repeated", "forwarded");
    expect(await balanceOf(merchant())).toBe(before + price);
    await decide(exception.id, { action: "keep", reason: "The buyer wants a second coffee." });
    expect((await listExceptionsOf(database, id))[0]).toMatchObject({
      state: "kept",
      reason: "The buyer wants a second coffee.",
    });
    expect((await getPayment(id)).result?.amount).toBe(price);
    await requireBooksEqual();
    // A third one is another case.
    await transfer(given.address, price);
    await pass(61 * minuteMs);
    await awaitException(id, "repeated");
    expect(await listExceptionsOf(database, id)).toHaveLength(2);
  });

  test("of too much leaves the difference as a debt of the merchant's", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price + 5_000_000n);
    await awaitStatus(id, "succeeded");
    const exception = await awaitException(id, "overpaid", "forwarded");
    expect(exception.amount).toBe(5_000_000n);
    expect(allowedActions(exception)).toEqual(["refund", "keep"]);
  });

  test("from an account that the screening declines is forwarded by a member, and never accepted", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price, { account: stack.declined });
    await awaitChecked(given, price);
    await pass(until10);
    const exception = await awaitException(id, "declined");
    expect(allowedActions(exception)).toEqual(["forward"]);
  });

  test("of another token is forwarded only to a merchant that takes it, and the payment can be collected afterwards", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price, { token: eurc });
    await pass(11 * minuteMs);
    const exception = await awaitException(id, "other_token");
    expect(exception).toMatchObject({ asset: assetOf(eurc), amount: price });
    await expect(decide(exception.id, { action: "forward" })).rejects.toMatchObject({ code: "invalid_state" });
    await setDestination(stack.partner, eurc, merchant());
    const before = await balanceOf(merchant(), eurc);
    await decide(exception.id, { action: "forward" });
    await awaitException(id, "other_token", "forwarded");
    expect(await balanceOf(merchant(), eurc)).toBe(before + price);
    await transfer(given.address, price);
    await awaitStatus(id, "succeeded");
    await requireBooksEqual();
  });

  test("of the network's coin is forwarded", async () => {
    const id = await createPayment();
    const given = await give(id);
    const value = parseEther("0.5");
    await stack.chain.client.sendTransaction({ account: stack.exchange, to: given.address, value, chain: null });
    await pass(11 * minuteMs);
    const exception = await awaitException(id, "other_token");
    expect(exception).toMatchObject({ asset: nativeAsset(8453), amount: value });
    const before = await stack.chain.client.getBalance({ address: merchant() });
    await decide(exception.id, { action: "forward" });
    await awaitException(id, "other_token", "forwarded");
    expect(await stack.chain.client.getBalance({ address: merchant() })).toBe(before + value);
  });

  test("on another network is sent on by the merchant's own wallet, which ends at the recipient", async () => {
    const [, ethereum] = stack.till.chains;
    if (ethereum === undefined) throw new Error("there is no second chain");
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price, { token: usdcOnEthereum, chain: ethereum });
    await pass(11 * minuteMs);
    const exception = await awaitException(id, "other_chain");
    expect(allowedActions(exception)).toEqual(["keep"]);
    const address = await findAddress(database, given.address);
    if (address === null) throw new Error("no address");
    const { from, ...call } = recipientSweep(address, exception);
    expect([from, call.chainId]).toEqual([merchant(), 1]);
    await ethereum.client.setBalance({ address: from, value: parseEther("1") });
    const hash = await ethereum.client.sendTransaction({
      account: from,
      to: call.to,
      data: call.data,
      chain: null,
      gas: 400_000n,
    });
    expect((await ethereum.client.waitForTransactionReceipt({ hash })).status).toBe("success");
    await pass(61 * minuteMs);
    await awaitException(id, "other_chain", "forwarded");
    await transfer(given.address, price, { token: usdcOnEthereum, chain: ethereum });
    await pass(61 * minuteMs);
    const left = await awaitException(id, "other_chain");
    await decide(left.id, { action: "keep", reason: "The wallet isn't ours on Ethereum." });
    await pass(61 * minuteMs);
    await awaitLooked(given.address);
    expect(await listExceptionsOf(database, id)).toHaveLength(2);
  });

  test("of dust, late or in another token, is no case", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, 10_000n, { token: eurc });
    await transfer(given.address, 10_000n);
    await pass(until10);
    await awaitStatus(id, "expired");
    await pass(61 * minuteMs);
    await awaitLooked(given.address);
    expect(await listExceptionsOf(database, id)).toEqual([]);
    expect(await eventsOf(id)).toEqual(["payment.created", "payment.expired"]);
  });
});

describe("a sweep that fails", () => {
  test("leaves the case open with its reason, and is ordered again", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, 5_000_000n);
    await awaitChecked(given, 5_000_000n);
    await pass(until10);
    const exception = await awaitException(id, "underpaid");
    const { issuerOf } = await import("#test/chain/token-switches.ts");
    await issuerOf(stack.chain, usdc).setPaused(true);
    await decide(exception.id, { action: "forward" });
    const failed = await awaitException(id, "underpaid");
    expect(failed.failure).not.toBeNull();
    await issuerOf(stack.chain, usdc).setPaused(false);
    await decide(exception.id, { action: "forward" });
    expect(await awaitException(id, "underpaid", "forwarded")).toMatchObject({ sweeps: 2 });
  });
});

test("a partner can't decide about another's exception", async () => {
  const id = await createPayment();
  const given = await give(id);
  await transfer(given.address, 5_000_000n);
  await awaitChecked(given, 5_000_000n);
  await pass(until10);
  const exception = await awaitException(id, "underpaid");
  const stranger = await createPartner();
  await expect(decide(exception.id, { action: "forward" }, stranger)).rejects.toMatchObject({ code: "not_found" });
  await expect(decide("dex_unknown", { action: "forward" })).rejects.toMatchObject({ code: "not_found" });
  expect((exception.asset satisfies Caip19).length).toBeGreaterThan(0);
});
