import { encodeFunctionData, type Hex, keccak256, parseEther, parseGwei, stringToHex, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { useClock } from "#lib/core/clock.ts";
import { pool } from "#lib/db/pool.ts";
import { endExpiredCollections } from "#lib/domain/payments/collection/end-expired-collections.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { startService } from "#scripts/stack/service.ts";
import { mint } from "#test/chain/mint.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import { confirmWith, keyPayer, listOffers, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdt = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
const price = 10n * 10n ** 18n;
let till: Till;
let chain: TestChain;
let api: ApiClient;
let node: NodeProxy;
let count = 0;

beforeAll(async () => {
  till = await startTill({
    chainIds: [56],
    proxy: async ({ rpcUrl }) => {
      node = await startNodeProxy(rpcUrl);
      return node.url;
    },
  });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
});
afterAll(async () => {
  await till.stop();
  await node.stop();
});
afterEach(() => chain.client.setAutomine(true));

/** Creates a payment and an option of it for an account with enough balance and no allowance. */
async function prepare() {
  count += 1;
  const privateKey = keccak256(stringToHex(`approvals ${count}`));
  const account = privateKeyToAccount(privateKey);
  await chain.client.setBalance({ address: account.address, value: parseEther("1") });
  await mint(chain, usdt, account.address, price);
  const sinceBlock = await chain.client.getBlockNumber();
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 56, account.address);
  if (option === undefined) throw new Error("there is no option");
  const typedData = JSON.parse(String(option.actions[1]?.data.params[1]));
  const signature = await keyPayer(chain, privateKey).sign(typedData);
  return { account, sinceBlock, paymentId, option, signature };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

const isSameAddress = (found: string | undefined, wanted: Hex) => found?.toLowerCase() === wanted.toLowerCase();

const approveData = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, amount] });

/** Returns the transaction of the option's approval. */
function askedOf({ option: { actions } }: Prepared): { to: Hex; data: Hex } {
  if (actions.length !== 2) throw new Error("expected one approval and one signature");
  return actions[0]?.data.params[0] as { to: Hex; data: Hex };
}

/** Sends the buyer's approval transaction, without waiting for a block. */
function approve(prepared: Prepared, changes: { data?: Hex; gas?: bigint; nonce?: number } = {}) {
  const { account } = prepared;
  const asked = askedOf(prepared);
  const transaction = {
    account,
    chain: null,
    to: asked.to,
    data: asked.data,
    gas: 100_000n,
    gasPrice: parseGwei("20"),
  };
  return chain.client.sendTransaction({ ...transaction, ...changes });
}

const confirmed = ({ paymentId, option, signature }: Prepared, hash: Hex) =>
  confirmWith(api, paymentId, option as WireOption, [hash, signature]);

async function statusOf({ paymentId }: Prepared): Promise<unknown> {
  return (await api.merchant("GET", `/v1/payments/${paymentId}/status`)).body;
}

const collected = ({ account, sinceBlock }: Prepared) => listCollected(chain, usdt, account.address, sinceBlock);

/** The stored state of the payment's attempt, and whether its collection is in the relay queue. */
async function attemptOf({ paymentId }: Prepared) {
  const { rows } = await pool().query<{ state: string; awaits: boolean; rejection: string | null; queued: boolean }>(
    `SELECT a.state, a.awaits, a.rejection, r.id IS NOT NULL AS queued FROM payment_attempt a
     LEFT JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection' WHERE a.payment_id = $1`,
    [paymentId],
  );
  return rows[0];
}

const failed = { live: true, status: "failed", isFinal: true, pollInMs: null, failureCode: null, info: null };
const waiting = { state: "received", awaits: true, rejection: null, queued: false };

describe("at the confirm", () => {
  test("an approval that is mined between the reads of the allowance and of the simulation is seen", async () => {
    const prepared = await prepare();
    const before = toHex(await chain.client.getBlockNumber());
    const hash = await approve(prepared);
    const simulated: unknown[] = [];
    node.misbehave(({ method, params }) => {
      if (method !== "eth_call" || !isSameAddress((params[0] as { to?: string }).to, defaultRouter)) return null;
      simulated.push(params[0]);
      return simulated.length === 1 ? { params: [params[0], before] } : null;
    });
    const answer = await confirmed(prepared, hash);
    node.misbehave();
    expect([answer.status, simulated.length]).toEqual([200, 2]);
  });

  test("an approval that reverted is refused, and the payment stays open", async () => {
    const prepared = await prepare();
    const hash = await approve(prepared, { gas: 30_000n });
    const answer = await confirmed(prepared, hash);
    expect([answer.status, answer.body.issues]).toEqual([
      422,
      [{ field: "results", message: "include an approval transaction that reverted: approve again" }],
    ]);
    expect(await statusOf(prepared)).toMatchObject({ status: "requires_action" });
    expect((await confirmed(prepared, await approve(prepared))).status).toBe(200);
  });

  test("an approval of too little is refused: wallets let their users change the amount", async () => {
    const prepared = await prepare();
    const hash = await approve(prepared, { data: approveData(price - 1n) });
    const answer = await confirmed(prepared, hash);
    expect([answer.status, answer.body.issues]).toEqual([
      422,
      [{ field: "results", message: "include an approval of less than the amount: approve the full amount" }],
    ]);
    expect(await statusOf(prepared)).toMatchObject({ status: "requires_action" });
  });

  test("an unknown transaction hash isn't a failure: only the allowance counts", async () => {
    const prepared = await prepare();
    await approve(prepared);
    const answer = await confirmed(prepared, keccak256("0x01"));
    expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
    expect(await attemptOf(prepared)).toMatchObject({ awaits: false, queued: true });
  });

  test("an allowance that has disappeared since the offer is refused", async () => {
    const prepared = await prepare();
    await approve(prepared);
    const [option] = await listOffers(api, prepared.paymentId, 56, prepared.account.address);
    if (option === undefined) throw new Error("there is no option");
    expect(option.actions.map(({ data }) => data.method)).toEqual(["eth_signTypedData_v4"]);
    const signature = await prepared.account.signTypedData(JSON.parse(String(option.actions[0]?.data.params[1])));
    await approve(prepared, { data: approveData(0n) });
    const answer = await confirmWith(api, prepared.paymentId, option, [signature]);
    expect([answer.status, answer.body.issues]).toEqual([
      422,
      [{ field: "optionId", message: "can't be collected: the allowance has become too small; request new options" }],
    ]);
  });
});

describe("an approval that isn't mined yet", () => {
  let worker: { stop(): Promise<void> };
  let restoreClock = () => {};

  beforeEach(async () => {
    worker = await startWorker();
  });
  afterEach(async () => {
    restoreClock();
    await worker.stop();
  });

  /** Confirms a payment whose approval isn't mined yet. */
  async function confirmPending(changes: Parameters<typeof approve>[1] = {}) {
    const prepared = await prepare();
    await chain.client.setAutomine(false);
    const hash = await approve(prepared, changes);
    const { status, body } = await confirmed(prepared, hash);
    expect([status, body.status]).toEqual([200, "processing"]);
    expect(await attemptOf(prepared)).toEqual(waiting);
    return prepared;
  }

  test("is awaited by the job, and the payment is collected once", async () => {
    const prepared = await confirmPending();
    await chain.client.mine({ blocks: 1 });
    await chain.client.setAutomine(true);
    expect(await awaitFinal(api, prepared.paymentId)).toBe("succeeded");
    expect(await collected(prepared)).toEqual([price]);
  });

  test("and reverts once mined: the payment fails without a code, and nothing was sent", async () => {
    const prepared = await confirmPending({ gas: 30_000n });
    await chain.client.mine({ blocks: 1 });
    expect(await awaitFinal(api, prepared.paymentId)).toBe("failed");
    expect(await statusOf(prepared)).toEqual(failed);
    expect(await attemptOf(prepared)).toEqual({
      state: "rejected",
      awaits: false,
      rejection: "approval transaction: reverted",
      queued: false,
    });
  });

  test("and whose nonce another transaction takes: the payment fails", async () => {
    const prepared = await confirmPending();
    const { account } = prepared;
    const nonce = await chain.client.getTransactionCount({ address: account.address });
    const gasPrice = parseGwei("100");
    await chain.client.sendTransaction({ account, chain: null, to: account.address, gas: 21_000n, gasPrice, nonce });
    await chain.client.mine({ blocks: 1 });
    expect(await awaitFinal(api, prepared.paymentId)).toBe("failed");
    expect((await attemptOf(prepared))?.rejection).toBe("approval transaction: replaced");
  });

  test("and is sent again with another fee still counts", async () => {
    const prepared = await confirmPending();
    const { account } = prepared;
    const nonce = await chain.client.getTransactionCount({ address: account.address });
    const { to, data } = askedOf(prepared);
    const faster = { account, chain: null, to, data, gas: 100_000n, gasPrice: parseGwei("100"), nonce } as const;
    await chain.client.sendTransaction(faster);
    await chain.client.mine({ blocks: 1 });
    await chain.client.setAutomine(true);
    expect(await awaitFinal(api, prepared.paymentId)).toBe("succeeded");
  });

  test("and that no node knows: the payment fails after two minutes", async () => {
    const prepared = await prepare();
    expect((await confirmed(prepared, keccak256(stringToHex("invented")))).status).toBe(200);
    restoreClock = useClock({ now: () => new Date(Date.now() + 130_000) });
    expect(await awaitFinal(api, prepared.paymentId)).toBe("failed");
    expect(await statusOf(prepared)).toEqual(failed);
  });

  test("is awaited past its signature by the clock: only the chain's time ends a payment", async () => {
    const prepared = await confirmPending();
    restoreClock = useClock({ now: () => new Date(Date.now() + 10 * 60_000) });
    const dueAt = async () => {
      const sql = "SELECT check_after FROM payment_attempt WHERE payment_id = $1";
      return (
        await pool().query<{ check_after: Date | null }>(sql, [prepared.paymentId])
      ).rows[0]?.check_after?.getTime();
    };
    const before = await dueAt();
    await until("two more checks", async () => (await dueAt()) !== before);
    const next = await dueAt();
    await until("two more checks", async () => (await dueAt()) !== next);
    expect(await attemptOf(prepared)).toEqual(waiting);
    restoreClock();
    await chain.client.mine({ blocks: 1 });
    await chain.client.setAutomine(true);
    expect(await awaitFinal(api, prepared.paymentId)).toBe("succeeded");
  });
});

describe("a worker killed", () => {
  const startProcess = (faultPoint: string) =>
    startService("scripts/worker.ts", { env: { ...till.env, FAULT_POINT: faultPoint } });

  test("while a collection waits loses nothing: its successor continues", async () => {
    const prepared = await prepare();
    await chain.client.setAutomine(false);
    const doomed = await startProcess("none");
    await confirmed(prepared, await approve(prepared));
    await doomed.kill();
    await chain.client.mine({ blocks: 1 });
    await chain.client.setAutomine(true);
    const successor = await till.startWorker();
    expect(await awaitFinal(api, prepared.paymentId)).toBe("succeeded");
    expect(await collected(prepared)).toEqual([price]);
    await successor.stop();
  });

  test("right after it has queued the collection collects once", async () => {
    const prepared = await prepare();
    await chain.client.setAutomine(false);
    await confirmed(prepared, await approve(prepared));
    const doomed = await startProcess("collection.queued");
    await chain.client.mine({ blocks: 1 });
    expect(await doomed.exited).toBeNull();
    expect(await attemptOf(prepared)).toMatchObject({ awaits: false, queued: true });
    await chain.client.setAutomine(true);
    const successor = await till.startWorker();
    expect(await awaitFinal(api, prepared.paymentId)).toBe("succeeded");
    expect(await collected(prepared)).toEqual([price]);
    await successor.stop();
  });
});

// The last test, because the chain's time stays ahead.
test("an approval that is never mined: the payment fails once a final block is past the signature", async () => {
  const prepared = await prepare();
  await chain.client.setAutomine(false);
  const hash = await approve(prepared);
  expect((await confirmed(prepared, hash)).status).toBe(200);
  await chain.client.dropTransaction({ hash });
  const later = new Date(Date.now() + 10 * 60_000);
  const restore = useClock({ now: () => later });
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(later.getTime() / 1_000)) });
  await chain.client.mine({ blocks: 20 });
  await endExpiredCollections();
  restore();
  expect(await awaitFinal(api, prepared.paymentId)).toBe("failed");
  expect(await collected(prepared)).toEqual([]);
  await chain.client.setAutomine(true);
});
