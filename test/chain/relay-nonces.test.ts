import { type Hex, isHex, parseTransaction, toHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { reconcileNonces } from "#lib/chain/relay/recovery/reconcile-nonces.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { mineWhile } from "#test/chain/mine-while.ts";
import {
  type NodeCall,
  type NodeProxy,
  type NodeRule,
  staleAt,
  startNodeProxy,
  untilAsked,
} from "#test/chain/node-proxy.ts";
import { reorg } from "#test/chain/reorg.ts";
import { sendAsRelayer } from "#test/chain/send-as-relayer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, awaitSettlement, confirm, getOptions, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const chainId = 42161;
const usdc = getToken("eip155:42161/erc20:0xaf88d065e77c8cC2239327C5EDb3A432268e5831");
let till: Till;
let chain: TestChain;
let api: ApiClient;
let node: NodeProxy;
let worker: Service;

beforeAll(async () => {
  till = await startTill({ chainIds: [chainId], confirmations: 2 });
  chain = till.chains[0] as TestChain;
  const settlements = [{ token: usdc, address: chain.accounts.merchant.address }];
  api = createApiClient(till.baseUrl, await createPartner({ settlements }));
  node = await startNodeProxy(chain.rpcUrl);
});
afterAll(async () => {
  await node.stop();
  await till.stop();
});
beforeEach(async () => {
  node.misbehave();
  worker = await startWatched();
});
afterEach(() => worker.stop());

/** Starts a worker that uses the misbehaving node. */
const startWatched = () =>
  startService("scripts/worker.ts", { env: { ...till.env, [`RPC_URLS_${chainId}`]: node.url } });

type Row = { id: string; state: string; nonce: string; hash: Hex | null; raw: Hex | null };

/** Returns the transactions of a payment, each with its first signed form. */
async function rowsOf(paymentId: string, kind: "collection" | "payout" = "collection"): Promise<Row[]> {
  const { rows } = await pool().query<Row>(
    `SELECT DISTINCT ON (r.id) r.id, r.state, r.nonce, s.hash, s.raw FROM relay_transaction r
     LEFT JOIN payment_attempt a ON r.attempt_id = a.id
     LEFT JOIN relay_submission s ON s.relay_transaction_id = r.id
     WHERE (a.payment_id = $1 OR r.payment_id = $1) AND r.kind = $2 ORDER BY r.id, s.max_fee_per_gas`,
    [paymentId, kind],
  );
  return rows;
}

function untilSigned(
  paymentId: string,
  kind: "collection" | "payout" = "collection",
): Promise<Row & { raw: Hex; hash: Hex }> {
  return until(`the signature for the ${kind}`, async () => {
    const [row] = await rowsOf(paymentId, kind);
    return row?.raw && row.hash ? { ...row, raw: row.raw, hash: row.hash } : null;
  });
}

/** Waits until a payment's first relay transaction is in a state. */
const untilState = (paymentId: string, state: string) =>
  until(`a collection that is ${state}`, async () => (await rowsOf(paymentId))[0]?.state === state);

async function confirmOne(of = api) {
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await of.createPayment();
  const [option] = await getOptions(of, paymentId, buyer, chainId);
  if (option === undefined) throw new Error("no option");
  expect((await confirm(of, paymentId, option.id, await signOption(option, buyer))).status).toBe(200);
  const { merchant } = chain.accounts;
  return {
    paymentId,
    collected: () => listTransfers(chain, usdc, buyer.address, defaultRouter, sinceBlock),
    settled: () => listTransfers(chain, usdc, defaultRouter, merchant.address, sinceBlock),
  };
}

/** Drops everything that the relay sends. */
const holdBack = () => node.misbehave(({ method }) => (method === "eth_sendRawTransaction" ? "drop" : null));

const finalStatus = (paymentId: string): Promise<string> =>
  mineWhile(
    chain,
    awaitFinal(api, paymentId).then(async (status) => {
      if (status === "succeeded") await awaitSettlement(api, paymentId);
      return status;
    }),
  );

/** Leaves a collection whose nonce another transaction has used, in a block that is not final, with no worker running. */
async function overtaken() {
  holdBack();
  const payment = await confirmOne();
  const signed = await untilSigned(payment.paymentId);
  await sendAsRelayer(chain, Number(signed.nonce), chain.accounts.relayer.address, "0x");
  node.misbehave();
  // "Nonce too low" alone doesn't prove that the nonce is used.
  await untilState(payment.paymentId, "broadcast");
  await worker.stop();
  return { ...payment, nonce: signed.nonce };
}

const isLogs = ({ method }: NodeCall) => method === "eth_getLogs";

/** Compares the nonces with the chain's; resolves when done. */
const reconcileNow = () => reconcileNonces({ chainId, wallet: chain.accounts.relayer.address }, relayRegistry);

test("a nonce that another transaction used: the collection gets a new one only when that is final, and happens once", async () => {
  const { paymentId, collected, settled } = await overtaken();
  await reconcileNow();
  expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(["broadcast"]);
  await chain.client.mine({ blocks: 1 });
  await reconcileNow();
  expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(["displaced", "queued"]);
  worker = await startWatched();
  expect(await finalStatus(paymentId)).toBe("succeeded");
  const rows = await rowsOf(paymentId);
  expect(rows.map(({ state }) => state)).toEqual(["displaced", "final"]);
  expect(Number(rows[1]?.nonce)).toBeGreaterThan(Number(rows[0]?.nonce));
  expect(await collected()).toEqual([10_000_000n]);
  expect(await settled()).toEqual([9_860_000n]);
});

test("a stranger's transaction that a reorg takes back leaves the nonce to the collection that had it", async () => {
  const { paymentId, nonce, collected, settled } = await overtaken();
  await reconcileNow();
  expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(["broadcast"]);
  await reorg(chain, 1);
  await reconcileNow();
  worker = await startWatched();
  expect(await finalStatus(paymentId)).toBe("succeeded");
  const rows = await rowsOf(paymentId);
  expect(rows.map((row) => [row.state, row.nonce])).toEqual([["final", nonce]]);
  expect([await collected(), await settled()]).toEqual([[10_000_000n], [9_860_000n]]);
});

test("our own call in a transaction that the database does not know counts as ours, and nothing is sent again", async () => {
  holdBack();
  const { paymentId, collected, settled } = await confirmOne();
  const signed = await untilSigned(paymentId);
  const { to, data } = parseTransaction(signed.raw);
  const hash = await sendAsRelayer(chain, Number(signed.nonce), to as Hex, data as Hex);
  expect(hash).not.toBe(signed.hash);
  node.misbehave();
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(["displaced"]);
  const { body } = await api.merchant("GET", `/v1/payments/${paymentId}`);
  expect(body.info).toMatchObject({ txId: hash });
  expect([await collected(), await settled()]).toEqual([[10_000_000n], [9_860_000n]]);
});

test.each<[string, NodeRule | undefined]>([
  ["is found by its log", undefined],
  ["waits for a node that gives logs", (call) => (isLogs(call) ? { error: { code: -32_000, message: "busy" } } : null)],
  [
    "waits for a node that has its transaction",
    ({ method }) => (method === "eth_getTransactionByHash" ? { edit: () => null } : null),
  ],
])("an authorization that was used under another nonce %s, and is counted once", async (_, rule) => {
  holdBack();
  const { paymentId, collected } = await confirmOne();
  const signed = await untilSigned(paymentId);
  const { to, data } = parseTransaction(signed.raw);
  await sendAsRelayer(chain, Number(signed.nonce), chain.accounts.relayer.address, "0x");
  const hash = await sendAsRelayer(chain, Number(signed.nonce) + 1, to as Hex, data as Hex);
  node.misbehave(rule);
  if (rule !== undefined) {
    await mineWhile(
      chain,
      untilAsked(node, 2, (call) => rule(call) !== null),
    );
    expect((await rowsOf(paymentId)).map(({ state }) => state)).not.toContain("displaced");
    node.misbehave();
  }
  expect(await finalStatus(paymentId)).toBe("succeeded");
  // The recovery may have found the collection before the transaction that lost its nonce ends.
  const isDisplaced = async () => (await rowsOf(paymentId)).every(({ state }) => state === "displaced");
  await mineWhile(chain, until("the end of the transaction", isDisplaced));
  expect(await rowsOf(paymentId)).toHaveLength(1);
  const { body } = await api.merchant("GET", `/v1/payments/${paymentId}`);
  expect(body.info).toMatchObject({ txId: hash });
  expect(await collected()).toEqual([10_000_000n]);
});

test("a node that hides the log once is contradicted by its second answer, and the payment is counted", async () => {
  holdBack();
  const { paymentId, collected } = await confirmOne();
  const signed = await untilSigned(paymentId);
  const { to, data } = parseTransaction(signed.raw);
  await sendAsRelayer(chain, Number(signed.nonce), chain.accounts.relayer.address, "0x");
  await sendAsRelayer(chain, Number(signed.nonce) + 1, to as Hex, data as Hex);
  let asked = 0;
  node.misbehave((call) => {
    if (!isLogs(call)) return null;
    asked += 1;
    return asked % 2 === 1 ? { edit: () => [] } : null;
  });
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect(asked).toBeGreaterThan(1);
  expect(await collected()).toEqual([10_000_000n]);
});

test("a node without old state shows what used a nonce by its blocks", async () => {
  const { paymentId, collected } = await overtaken();
  await chain.client.mine({ blocks: 2 });
  const final = (await chain.client.getBlockNumber()) - 1n;
  const isOld = ({ method, params }: NodeCall) =>
    method === "eth_getTransactionCount" && isHex(params[1]) && BigInt(params[1]) < final;
  node.misbehave((call) => (isOld(call) ? { error: { code: -32_000, message: "missing trie node" } } : null));
  worker = await startWatched();
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(["displaced", "final"]);
  expect(await collected()).toEqual([10_000_000n]);
});

test("a payout of held money whose nonce another transaction used is sent once, under a new nonce", async () => {
  const partner = await createPartner();
  const held = createApiClient(till.baseUrl, partner);
  const { paymentId } = await confirmOne(held);
  expect(await mineWhile(chain, awaitFinal(held, paymentId))).toBe("succeeded");
  const { relayer, merchant } = chain.accounts;
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  await setDestination(partner, usdc, merchant.address);
  holdBack();
  await inTransaction((tx) => payOutNow(tx, { partnerId: partner.partnerId, merchantId: null }, paymentId));
  const signed = await untilSigned(paymentId, "payout");
  await sendAsRelayer(chain, Number(signed.nonce), relayer.address, "0x");
  node.misbehave();
  await mineWhile(chain, awaitSettlement(held, paymentId));
  expect((await rowsOf(paymentId, "payout")).map(({ state }) => state)).toEqual(["displaced", "final"]);
  expect(await listTransfers(chain, usdc, relayer.address, merchant.address, sinceBlock)).toEqual([9_860_000n]);
});

test("a gap in the nonces is closed by a no-op transaction, so that the transactions behind it get mined", async () => {
  await pool().query("UPDATE relayer_wallet SET next_nonce = next_nonce + 2");
  const { paymentId, collected } = await confirmOne();
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect(await collected()).toEqual([10_000_000n]);
  const { rows } = await pool().query("SELECT state FROM relay_transaction WHERE kind = 'noop'");
  expect(rows).toEqual([{ state: "final" }, { state: "final" }]);
});

test("a final transaction that a deep reorg took away is sent again unchanged, and the transactions behind it get mined", async () => {
  const kept = await chain.client.getBlockNumber();
  const first = await confirmOne();
  expect(await finalStatus(first.paymentId)).toBe("succeeded");
  const ended = await rowsOf(first.paymentId);
  await worker.stop();
  await reorg(chain, Number((await chain.client.getBlockNumber()) - kept));
  expect([await first.collected(), await first.settled()]).toEqual([[], []]);

  worker = await startWatched();
  const second = await confirmOne();
  expect(await finalStatus(second.paymentId)).toBe("succeeded");
  expect(await first.collected()).toEqual([10_000_000n, 10_000_000n]);
  expect(await first.settled()).toEqual([9_860_000n, 9_860_000n]);
  expect(await rowsOf(first.paymentId)).toEqual(ended);
});

test("a node behind the block of a final transaction can't report it as gone: nothing is sent again", async () => {
  const kept = await chain.client.getBlockNumber();
  const first = await confirmOne();
  expect(await finalStatus(first.paymentId)).toBe("succeeded");
  const [final] = await rowsOf(first.paymentId);
  const isPending = ({ method, params }: NodeCall) => method === "eth_getTransactionCount" && params[1] === "pending";
  const sent: unknown[] = [];
  const stale = staleAt(kept);
  node.misbehave((call) => {
    if (call.method === "eth_sendRawTransaction") {
      sent.push(call.params[0]);
      return "drop";
    }
    return isPending(call) ? { edit: () => toHex(Number(final?.nonce)) } : stale(call);
  });
  const second = await confirmOne();
  const { raw } = await untilSigned(second.paymentId);
  await untilAsked(node, 2, isPending);
  expect(new Set(sent)).toEqual(new Set([raw]));
  node.misbehave();
  expect(await finalStatus(second.paymentId)).toBe("succeeded");
});

test("a send whose answer is lost, and one that arrives twice, are one transaction", async () => {
  let sends = 0;
  node.misbehave(({ method }) => {
    if (method !== "eth_sendRawTransaction") return null;
    sends += 1;
    return sends === 1 ? "lose" : "repeat";
  });
  const { paymentId, collected, settled } = await confirmOne();
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect([await collected(), await settled()]).toEqual([[10_000_000n], [9_860_000n]]);
});

test("receipts that are garbled, missing or late only cause a delay", async () => {
  let asked = 0;
  node.misbehave(({ method }) => {
    if (method !== "eth_getTransactionReceipt" && method !== "eth_getBlockReceipts") return null;
    asked += 1;
    if (asked === 1) return "garble";
    if (asked === 2) return { edit: () => null };
    if (asked === 3) return { edit: () => ({ transactionHash: `0x${"ab".repeat(32)}`, status: "0x1", logs: [] }) };
    return asked === 4 ? { delayMs: 1_500 } : null;
  });
  const { paymentId, collected } = await confirmOne();
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect(asked).toBeGreaterThanOrEqual(4);
  expect(await collected()).toEqual([10_000_000n]);
});
