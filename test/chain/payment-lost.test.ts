import { type Hex, toFunctionSelector } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { pool } from "#lib/db/pool.ts";
import { endExpiredCollections } from "#lib/domain/payments/collection/end-expired-collections.ts";
import { requestMovement } from "#lib/domain/payments/ledger/movements/request-movement.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { resolveOpenTransfer } from "#lib/domain/payments/ledger/transfers/resolve-transfer.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { recordPaid } from "#scripts/recover/recover-all.ts";
import { forkedAt, type NodeProxy, type NodeRule, startNodeProxy } from "#test/chain/node-proxy.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const confirmations = 2;
let till: Till;
let chain: TestChain;
let api: ApiClient;
let nodes: NodeProxy[];
let restoreClock: () => void;
let aheadMs = 0;

beforeAll(async () => {
  till = await startTill({
    confirmations,
    proxy: async ({ rpcUrl }) => {
      nodes = [await startNodeProxy(rpcUrl), await startNodeProxy(rpcUrl)];
      return nodes.map(({ url }) => url).join(",");
    },
  });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
});
afterAll(async () => {
  restoreClock();
  await till.stop();
  for (const node of nodes) await node.stop();
});

const statusOf = async (paymentId: string) =>
  (await api.merchant("GET", `/v1/payments/${paymentId}`)).body.status as string;

const hidesLogs: NodeRule = ({ method }) => (method === "eth_getLogs" ? { edit: () => [] } : null);
const hidesReceipts: NodeRule = ({ method }) => (method === "eth_getTransactionReceipt" ? { edit: () => null } : null);
const changesReceipts: NodeRule = ({ method }) =>
  method === "eth_getTransactionReceipt" ? { edit: (found) => ({ ...(found as object), logs: [] }) } : null;

/** Collects a payment of which no worker has recorded the end, and lets its signature expire. @returns it, and its block. */
async function collectUnwatched(): Promise<{ paymentId: string; block: bigint }> {
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  await chain.client.setAutomine(false);
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  expect((await confirm(api, paymentId, option.id, await signOption(option, buyer))).status).toBe(200);
  const worker = await startWorker();
  await until("the transaction to be sent", async () => {
    const sent =
      "SELECT FROM relay_transaction r JOIN payment_attempt a ON a.id = r.attempt_id WHERE a.payment_id = $1";
    return (await pool().query(`${sent} AND r.state = 'broadcast'`, [paymentId])).rows.length > 0;
  });
  await worker.stop();
  await chain.client.mine({ blocks: 1 });
  const block = await chain.client.getBlockNumber();
  aheadMs += 15 * 60_000;
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor((Date.now() + aheadMs) / 1_000)) });
  await chain.client.mine({ blocks: confirmations });
  await chain.client.setAutomine(true);
  return { paymentId, block };
}

const isUsedSelector = toFunctionSelector("authorizationState(address,bytes32)");
/** No node shows the event, and each says that nothing has used the signed nonce. */
const hidesCollections: NodeRule = (call) => {
  const asksForNonce = call.method === "eth_call" && JSON.stringify(call.params).includes(isUsedSelector);
  return asksForNonce ? { edit: () => `0x${"0".repeat(64)}` } : hidesLogs(call);
};

/**
 * Collects a payment while all nodes lie about it, until the payment has failed and the relay has found the
 * transaction after all.
 */
async function losePayment(): Promise<{ paymentId: string; key: string }> {
  const { paymentId } = await collectUnwatched();
  for (const node of nodes) node.misbehave(hidesLogs);
  await endExpiredCollections();
  // That no logs show it proves nothing.
  expect(await statusOf(paymentId)).toBe("processing");
  for (const node of nodes) node.misbehave(hidesCollections);
  await endExpiredCollections();
  for (const node of nodes) node.misbehave();
  expect(await statusOf(paymentId)).toBe("failed");
  const successor = await startWorker();
  const key = await until("the alarm", async () => {
    const { rows } = await pool().query<{ message: string; facts: { chainId: number; txHash: Hex } }>(
      "SELECT message, facts FROM alarm WHERE kind = 'payment_lost' AND subject = $1",
      [paymentId],
    );
    if (rows[0] === undefined) return null;
    const { message, facts } = rows[0];
    const found = `${facts.chainId}:${facts.txHash}`;
    expect(message).toBe(
      `a payment that Till had marked as failed is paid on chain: check the transaction, then run npm run recover -- --paid ${found}`,
    );
    return found;
  });
  await successor.stop();
  expect(await statusOf(paymentId)).toBe("failed");
  return { paymentId, key };
}

test("a payment that had failed by nodes that hid it is recorded, once, when every node shows it", async () => {
  // Opens the books.
  await reconcile();
  const { paymentId, key } = await losePayment();
  // The net amount and the fee arrive at a wallet of ours, and no payment explains them.
  expect((await reconcile({ isFull: true })).received).toHaveLength(2);
  nodes[1]?.misbehave(hidesReceipts);
  await expect(recordPaid(key)).rejects.toThrow("Node 2 of RPC_URLS_8453 doesn't show");
  nodes[1]?.misbehave(changesReceipts);
  await expect(recordPaid(key)).rejects.toThrow("show different receipts");
  nodes[1]?.misbehave();
  expect(await statusOf(paymentId)).toBe("failed");

  const outcomes = await Promise.all([recordPaid(key), recordPaid(key)]);
  expect(outcomes.toSorted()).toEqual([
    expect.stringContaining("had that transaction already"),
    expect.stringContaining("shown by all 2 nodes"),
  ]);
  expect(await statusOf(paymentId)).toBe("succeeded");
  const ended = "SELECT recovery FROM alarm WHERE kind = 'payment_lost' AND subject = $1 AND ended_at IS NOT NULL";
  const [, transaction] = key.split(":");
  expect((await pool().query(ended, [paymentId])).rows).toEqual([
    { recovery: `npm run recover has dealt with ${transaction}` },
  ]);
  const { rows } = await pool().query("SELECT state FROM payout WHERE payment_id = $1", [paymentId]);
  expect(rows).toEqual([{ state: "held" }]);
  expect(await reconcile({ isFull: true })).toMatchObject({ received: [], differences: [] });
});

const sentBack = (transferId: bigint) =>
  requestMovement({ kind: "return", transferId, reason: "it paid a failed payment" });
/** The net amount that a lost payment's collection has left with a wallet of ours. */
async function findArrived(): Promise<bigint> {
  const { received } = await reconcile({ isFull: true });
  return received.find(({ amount }) => amount === 9_860_000n)?.id as bigint;
}
const payoutsOf = async (paymentId: string) =>
  (await pool().query("SELECT state FROM payout WHERE payment_id = $1", [paymentId])).rows;
const returnsOf = async (transferId: bigint) =>
  (await pool().query("SELECT FROM movement WHERE wallet_transfer_id = $1 AND state <> 'failed'", [transferId])).rows;

test("money that an operator has sent back to the buyer isn't owed to the merchant as well", async () => {
  const { paymentId, key } = await losePayment();
  const transferId = await findArrived();
  const { id } = await sentBack(transferId);
  await expect(recordPaid(key)).rejects.toThrow(`transfer ${transferId} of it is being sent back by ${id}`);
  expect(await statusOf(paymentId)).toBe("failed");
  expect(await payoutsOf(paymentId)).toEqual([]);
});

test("money that is owed to a merchant isn't sent back to the buyer, from the moment of the command on", async () => {
  const { paymentId, key } = await losePayment();
  const transferId = await findArrived();
  await recordPaid(key);
  await expect(sentBack(transferId)).rejects.toThrow(`No transfer ${transferId}`);
  await expect(resolveOpenTransfer(transferId, { kind: "kept" }, "ours")).rejects.toThrow(`No transfer ${transferId}`);
  expect(await payoutsOf(paymentId)).toEqual([{ state: "held" }]);
});

test("of a return and a record of the payment at the same time, one is refused", async () => {
  const { paymentId, key } = await losePayment();
  const transferId = await findArrived();
  const both = await Promise.allSettled([sentBack(transferId), recordPaid(key)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect([...(await returnsOf(transferId)), ...(await payoutsOf(paymentId))]).toHaveLength(1);
});

test.each([
  ["kept", () => ({ kind: "kept" }) as const],
  ["payment", (paymentId: PaymentId) => ({ kind: "payment", paymentId }) as const],
])("money that a person has resolved as %s isn't owed to the merchant as well", async (kind, finding) => {
  const { paymentId, key } = await losePayment();
  const transferId = await findArrived();
  await resolveOpenTransfer(transferId, finding(paymentId as PaymentId), "seen on the chain");
  await expect(recordPaid(key)).rejects.toThrow(`transfer ${transferId} of it was resolved as ${kind} by`);
  expect(await statusOf(paymentId)).toBe("failed");
});

test("a payment doesn't succeed by a block of one node while the other shows another block at its height", async () => {
  const { paymentId, block } = await collectUnwatched();
  const forked = forkedAt(block);
  nodes[1]?.misbehave((call) => forked(call) ?? hidesLogs(call) ?? hidesReceipts(call));
  await endExpiredCollections();
  expect(await statusOf(paymentId)).toBe("processing");
  nodes[1]?.misbehave();
  await endExpiredCollections();
  expect(await statusOf(paymentId)).toBe("succeeded");
});

test("a transaction that pays nothing of ours is refused, and so is a malformed one", async () => {
  const [buyer] = chain.accounts.buyers;
  const { relayer } = chain.accounts;
  const hash = await chain.client.sendTransaction({ account: relayer.address, chain: null, to: buyer?.address });
  await expect(recordPaid(`8453:${hash}`)).rejects.toThrow("isn't final");
  await chain.client.mine({ blocks: confirmations });
  await expect(recordPaid(`8453:${hash}`)).rejects.toThrow("isn't a successful call of a payment router");
  await expect(recordPaid(`1:${hash}`)).rejects.toThrow("RPC_URLS_<chain id> must be set");
  await expect(recordPaid("8453:0x12")).rejects.toThrow("64 hexadecimal digits");
});
