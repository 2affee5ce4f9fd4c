import { newestFinalBlock } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { idleGas } from "#lib/chain/relay/fees/unstick.ts";
import { insertNoopTransaction, listByNonce } from "#lib/chain/relay/nonces/nonce-repository.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { type RelayQueue, type RelayTransaction, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { send } from "#lib/chain/relay/sending/broadcast.ts";
import { listSubmissions } from "#lib/chain/relay/sending/submissions.ts";
import { database } from "#lib/db/pool.ts";
import { log } from "#lib/log/log.ts";

const perPass = 100n;

/** The nonces from `passed`, which is the next that the chain takes, up to `first`, the lowest of ours that waits. */
type Gap = { passed: bigint; first: bigint; head: bigint };

/**
 * Puts on chain what it misses below the first of a queue's transactions that wait; a hundred nonces in one call, at most.
 * A nonce that nothing of ours ever had is filled by a transfer of nothing. One of a transaction that was final is lost to
 * a reorg deeper than the chain's confirmations: the very bytes that were in a block are sent again. That can't pay
 * twice, and what ended stays ended.
 *
 * Nothing is done while anything of the wallet's is on its way: in a block that is not final, or in the node's own pool.
 * @throws Error when the node does not say.
 */
export async function closeGap(queue: RelayQueue, { passed, first, head }: Gap): Promise<void> {
  const client = chainClient(queue.chainId);
  const [latest, pending] = await Promise.all([
    client.getTransactionCount({ address: queue.wallet, blockNumber: head }),
    client.getTransactionCount({ address: queue.wallet, blockTag: "pending" }),
  ]);
  if (BigInt(latest) !== passed || BigInt(pending) !== passed) return;
  const end = first - passed > perPass ? passed + perPass : first;
  const ours = await listByNonce(database, queue, passed, end);
  await sendLost(
    queue,
    ours.filter((transaction) => isLost(transaction, head)),
  );
  const taken = new Set(ours.map(({ nonce }) => nonce));
  const nonces = Array.from({ length: Number(end - passed) }, (_, index) => passed + BigInt(index));
  await fill(
    queue,
    nonces.filter((nonce) => !taken.has(nonce)),
  );
}

async function fill(queue: RelayQueue, nonces: readonly bigint[]): Promise<void> {
  if (nonces.length === 0) return;
  const gas = await idleGas(queue);
  for (const nonce of nonces) {
    if (await insertNoopTransaction(database, queue, nonce, gas))
      log().warn({ ...queue, nonce }, "a nonce that nothing has is filled");
  }
}

/** A node that is not yet where the chain was when a transaction became final can't say that it is gone. */
function isLost({ chainId, state, blockNumber }: RelayTransaction, head: bigint): boolean {
  const hasEnded = state === "final" || state === "cancelled";
  return hasEnded && blockNumber !== null && blockNumber <= newestFinalBlock(chainId, head);
}

async function sendLost(queue: RelayQueue, lost: readonly RelayTransaction[]): Promise<void> {
  if (lost.length === 0) return;
  const facts = { ...queue, purposes: lost.map(({ purpose }) => describePurpose(purpose)) };
  raiseAlarm(
    "deep_reorg",
    relayQueueKey(queue),
    facts,
    "transactions that were final are gone from the chain; sent again",
  );
  const submissions = await listSubmissions(database, lost);
  for (const { id, chainId, minedHash } of lost) {
    await send(
      chainId,
      submissions.get(id)?.find(({ hash }) => hash === minedHash),
    );
  }
}
