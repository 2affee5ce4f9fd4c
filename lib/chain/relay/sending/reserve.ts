import { gasCeiling, getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { type AffordableCheck, affordable } from "#lib/chain/relay/fees/balance.ts";
import { estimateGas } from "#lib/chain/relay/fees/estimate-gas.ts";
import { type GasMarket, offerFor, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { reserveNonces, takeNoncesOf } from "#lib/chain/relay/nonces/nonce-repository.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import {
  type RelayListener,
  type RelayQueue,
  type RelayTransaction,
  relayQueueKey,
} from "#lib/chain/relay/relay-transaction.ts";
import { delayTransaction, listDelayed, listFresh } from "#lib/chain/relay/repository.ts";
import { considerObjection } from "#lib/chain/relay/sending/objections.ts";
import { sumOpenBids } from "#lib/chain/relay/sending/submissions.ts";
import { withinTime } from "#lib/chain/within-time.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";

/**
 * How many are looked at side by side, and how long an estimate may take. At the first look as long as nobody behind it
 * would notice, and so few that a node is through with them by then; what takes longer is looked at again by itself, and
 * then well below a queue's lease.
 */
const looks = {
  fresh: { list: listFresh, limitMs: 750, perPass: 64 },
  delayed: { list: listDelayed, limitMs: 3_000, perPass: 200 },
} as const;

type Look =
  | { kind: "ready"; transaction: RelayTransaction; gasLimit: bigint }
  | { kind: "objection"; transaction: RelayTransaction; reason: string }
  | { kind: "unknown"; transaction: RelayTransaction };

/**
 * Takes a nonce for each queued transaction of a queue whose call would succeed now and which the wallet can pay for. One
 * whose call would revert goes back in order until that is certain (see `considerObjection`); it has no nonce and was
 * never signed, so nothing of it can reach the chain. While gas is too dear nothing is taken.
 * @param which those that nobody has looked at yet, or those that were put back and are due.
 * @returns how many got a nonce, and whether there may be more to look at right away.
 */
export async function reserveQueued(
  queue: RelayQueue,
  owner: string,
  listener: RelayListener,
  which: keyof typeof looks,
): Promise<{ count: number; isMore: boolean }> {
  const { list, limitMs, perPass } = looks[which];
  const queued = await list(database, queue, perPass);
  if (queued.length === 0) return { count: 0, isMore: false };
  const client = chainClient(queue.chainId);
  const [head, market, balance, committed] = await Promise.all([
    client.getBlockNumber(),
    readMarket(queue.chainId),
    client.getBalance({ address: queue.wallet }),
    sumOpenBids(database, queue),
  ]);
  if (isTooDear(queue, market)) return { count: 0, isMore: false };
  const seen = await Promise.all(queued.map((transaction) => look(transaction, limitMs)));
  const { maxFeePerGas } = offerFor(market, gasCeiling(queue.chainId));
  const check = { queue, available: balance - committed, maxFeePerGas } satisfies AffordableCheck;
  const ready = await affordable(
    check,
    seen.filter((one) => one.kind === "ready"),
  );
  if (ready.length > 0) await reserve(queue, owner, ready);
  await Promise.all(seen.map((one) => putBack(one, head, listener)));
  // Nothing left the list: what keeps it there is not over a moment later.
  return { count: ready.length, isMore: queued.length === perPass && ready.length > 0 };
}

async function reserve(
  queue: RelayQueue,
  owner: string,
  ready: readonly { transaction: RelayTransaction; gasLimit: bigint }[],
): Promise<void> {
  const isReserved = await inTransaction(async (tx) => {
    const first = await takeNoncesOf(tx, queue, ready.length, owner);
    if (first === null) return false;
    await reserveNonces(
      tx,
      first,
      ready.map(({ transaction, gasLimit }) => ({ id: transaction.id, gasLimit })),
    );
    return true;
  });
  if (isReserved) for (const { transaction } of ready) reachRelayFaultPoint(transaction, "reserved");
}

/** One odd answer, or none in time, holds up its own transaction, which is tried again, and not the queue. */
async function look(transaction: RelayTransaction, limitMs: number): Promise<Look> {
  try {
    const gas = await withinTime(transaction.chainId, limitMs, estimateGas(transaction));
    if (typeof gas === "bigint") return { kind: "ready", transaction, gasLimit: (gas * 13n) / 10n };
    return { kind: "objection", transaction, reason: gas.refusal };
  } catch (error) {
    log().warn(
      { err: error, purpose: describePurpose(transaction.purpose) },
      "the gas of a transaction could not be estimated",
    );
    return { kind: "unknown", transaction };
  }
}

async function putBack(seen: Look, head: bigint, listener: RelayListener): Promise<void> {
  const { transaction } = seen;
  try {
    if (seen.kind === "objection") await considerObjection(transaction, seen.reason, head, listener);
    if (seen.kind !== "unknown") return;
    await delayTransaction(database, transaction.id, getChain(transaction.chainId).blockTimeMs, null);
  } catch (error) {
    log().warn({ err: error, purpose: describePurpose(transaction.purpose) }, "an objection could not be looked into");
    await delayTransaction(database, transaction.id, getChain(transaction.chainId).blockTimeMs, null);
  }
}

function isTooDear(queue: RelayQueue, { price }: GasMarket): boolean {
  const ceiling = gasCeiling(queue.chainId);
  if (price <= ceiling) return false;
  raiseAlarm("gas_price", relayQueueKey(queue), { ...queue, price, ceiling }, "gas is too dear; nothing new is sent");
  return true;
}
