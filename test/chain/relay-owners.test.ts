import { afterAll, beforeAll, expect, test } from "vitest";
import { runRelayQueue } from "#lib/chain/relay/loops/run-relay-queue.ts";
import { registerWallet } from "#lib/chain/relay/recovery/register-wallet.ts";
import type { RelayRegistry } from "#lib/chain/relay/relay-registry.ts";
import { broadcastSigned } from "#lib/chain/relay/sending/broadcast.ts";
import { reserveQueued } from "#lib/chain/relay/sending/reserve.ts";
import { signReserved } from "#lib/chain/relay/sending/sign.ts";
import { claimRelayQueue } from "#lib/chain/relay/wallets/wallets.ts";
import { watchInFlight } from "#lib/chain/relay/watching/watch.ts";
import { openSigners } from "#lib/chain/signers/wallet-signers.ts";
import { RunningWork } from "#lib/core/running-work.ts";
import { pool } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const owner = "a worker";
let till: Till;
let chain: TestChain;
let api: ApiClient;

const queue = () => ({ chainId: 8453, wallet: chain.accounts.relayer.address });

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  const settlements = [{ token: usdc, address: chain.accounts.merchant.address }];
  api = createApiClient(till.baseUrl, await createPartner({ settlements }));
  await openSigners();
  await registerWallet(queue());
  expect(await claimRelayQueue(queue(), owner, 600_000)).toBe(true);
});
afterAll(() => till.stop());

const record = statement({
  name: "test-record-progress",
  text: "UPDATE payment_attempt SET state = $2::attempt_state WHERE id = ANY($1::text[])",
});
const recorded = { broadcast: "submitted", mined: "mined", reorged: "reorged" } as const;
/** The product's owners, but the collections' records each step in its attempts. */
const { owners } = relayRegistry;
const registry: RelayRegistry = {
  ...relayRegistry,
  owners: {
    ...owners,
    collection: {
      ...owners.collection,
      async recordProgress(tx, transactions, step) {
        await tx.rows(record, [transactions.map(({ purpose }) => purpose.attemptId), recorded[step]]);
      },
    },
  },
};

/** Confirms a payment, which queues its collection. @returns its attempt's id. */
async function queueCollection(): Promise<string> {
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  expect((await confirm(api, paymentId, option.id, await signOption(option, buyer))).status).toBe(200);
  const { rows } = await pool().query("SELECT id FROM payment_attempt WHERE payment_id = $1", [paymentId]);
  return rows[0].id;
}

/** The state of an attempt's relay transaction, and the attempt's own. */
async function statesOf(attemptId: string): Promise<string[]> {
  const { rows } = await pool().query(
    "SELECT r.state, a.state AS of FROM relay_transaction r JOIN payment_attempt a ON a.id = r.attempt_id WHERE a.id = $1",
    [attemptId],
  );
  return [rows[0].state, rows[0].of];
}

async function signQueued(count: number): Promise<void> {
  const reserver = { owner, mayReserve: true, registry, ends: new RunningWork<bigint>() };
  expect((await reserveQueued(queue(), reserver, "fresh")).count).toBe(count);
  expect(await signReserved(queue())).toBe(true);
}

const endWaiting =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** Takes a step of the relay, and ends its database connection when it has reached the attempt's row. */
async function interrupt(attemptId: string, step: () => Promise<unknown>): Promise<void> {
  const other = await pool().connect();
  await other.query("BEGIN");
  await other.query("SELECT FROM payment_attempt WHERE id = $1 FOR UPDATE", [attemptId]);
  const ended = step();
  // By another connection: a transaction sees the activity as of its first look.
  await until("the step to reach the attempt", async () => (await pool().query(endWaiting)).rows.length > 0);
  await ended;
  await other.query("ROLLBACK");
  other.release();
}

test("a crash between the relay's write and its owner's leaves both as they were, and the next round repeats both", async () => {
  const attemptId = await queueCollection();
  await signQueued(1);
  const send = () => broadcastSigned(queue(), ["signed"], registry);
  await interrupt(attemptId, send);
  expect(await statesOf(attemptId)).toEqual(["signed", "received"]);
  await send();
  expect(await statesOf(attemptId)).toEqual(["broadcast", "submitted"]);

  await chain.client.mine({ blocks: 1 });
  const head = await chain.client.getBlockNumber();
  const watch = () => watchInFlight(queue(), head, registry, { checkedTo: null, isFullCheck: true });
  await interrupt(attemptId, watch);
  expect(await statesOf(attemptId)).toEqual(["broadcast", "submitted"]);
  await watch();
  // Final at once where the chain has gone on meanwhile.
  expect([
    ["mined", "mined"],
    ["final", "final"],
  ]).toContainEqual(await statesOf(attemptId));
});

test("an owner that can't record the progress of one transaction delays no other", async () => {
  const [refused, other] = [await queueCollection(), await queueCollection()];
  await signQueued(2);
  const collection: typeof owners.collection = {
    ...registry.owners.collection,
    async recordProgress(tx, transactions, step) {
      await registry.owners.collection.recordProgress(tx, transactions, step);
      if (transactions.some(({ purpose }) => purpose.attemptId === refused)) throw new Error("it can't be recorded");
    },
  };
  await broadcastSigned(queue(), ["signed"], { ...registry, owners: { ...owners, collection } });
  expect(await statesOf(refused)).toEqual(["signed", "received"]);
  expect(await statesOf(other)).toEqual(["broadcast", "submitted"]);
  await broadcastSigned(queue(), ["signed"], registry);
  expect(await statesOf(refused)).toEqual(["broadcast", "submitted"]);
});

test("a queue that stops has ended all that it began, however long a search of the chain takes", async () => {
  const attemptId = await queueCollection();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<null>();
  const collection: typeof owners.collection = {
    ...owners.collection,
    findProhibition: async () => "it is forbidden",
    decideExecution() {
      asked.resolve();
      return answer.promise;
    },
  };
  const forbidding: RelayRegistry = { ...relayRegistry, owners: { ...owners, collection } };
  const end = new AbortController();
  const running = runRelayQueue(queue(), { owner, registry: forbidding, watch: (_name, round) => round }, end.signal);
  await asked.promise;
  end.abort();
  // Longer than a round waits for it.
  setTimeout(() => answer.resolve(null), 4_000);
  await running;
  expect(await statesOf(attemptId)).toEqual(["refused", "rejected"]);
});
