import { chainClient } from "#lib/chain/nodes/clients.ts";
import { estimateNoopGas } from "#lib/chain/relay/fees/estimate-gas.ts";
import { insertNoopTransaction, listByNonce } from "#lib/chain/relay/nonces/nonce-repository.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { type RelayQueue, type RelayTransaction, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { sendSubmission } from "#lib/chain/relay/sending/broadcast.ts";
import { listRelaySubmissions } from "#lib/chain/relay/submissions.ts";
import { database } from "#lib/db/pool.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

const perPass = 100n;

/** The nonces from the chain's next one at finality to the lowest of the queue's open ones, exclusive. */
type NonceGap = { chainNonce: bigint; firstOpen: bigint; head: bigint; finalBlock: bigint };

/**
 * Closes the nonce gap below a queue's open transactions, which could not be mined otherwise; a hundred nonces a call at most.
 * A nonce without a relay transaction gets a no-op transaction. A nonce whose transaction was final lost it to a reorg deeper
 * than the chain's confirmations: the bytes that were mined are sent again, which can't pay twice, and the transaction stays
 * ended.
 *
 * Does nothing while the node has a transaction of the wallet in a block that is not final or in its pool.
 * @throws Error when the node fails.
 */
export async function closeGap(
  queue: RelayQueue,
  { chainNonce, firstOpen, head, finalBlock }: NonceGap,
): Promise<void> {
  const client = chainClient(queue.chainId);
  const [latest, pending] = await Promise.all([
    client.getTransactionCount({ address: queue.wallet, blockNumber: head }),
    client.getTransactionCount({ address: queue.wallet, blockTag: "pending" }),
  ]);
  if (BigInt(latest) !== chainNonce || BigInt(pending) !== chainNonce) return;
  const end = firstOpen - chainNonce > perPass ? chainNonce + perPass : firstOpen;
  const known = await listByNonce(database, queue, chainNonce, end);
  await resendLost(
    queue,
    known.filter((transaction) => isLost(transaction, finalBlock)),
  );
  const taken = new Set(known.map(({ nonce }) => nonce));
  const nonces = Array.from({ length: Number(end - chainNonce) }, (_, index) => chainNonce + BigInt(index));
  await insertNoops(
    queue,
    nonces.filter((nonce) => !taken.has(nonce)),
  );
}

async function insertNoops(queue: RelayQueue, nonces: readonly bigint[]): Promise<void> {
  if (nonces.length === 0) return;
  const gas = await estimateNoopGas(queue);
  for (const nonce of nonces) {
    if (await insertNoopTransaction(database, queue, nonce, gas))
      log().warn({ ...queue, nonce }, "a no-op transaction closes a nonce gap");
  }
}

/** True for an ended transaction whose block the node has passed: a lagging node can't tell that it is gone. */
function isLost({ state, blockNumber }: RelayTransaction, finalBlock: bigint): boolean {
  const hasEnded = state === "final" || state === "cancelled";
  return hasEnded && blockNumber !== null && blockNumber <= finalBlock;
}

async function resendLost(queue: RelayQueue, lost: readonly RelayTransaction[]): Promise<void> {
  if (lost.length === 0) return;
  const facts = { ...queue, purposes: lost.map(({ purpose }) => describePurpose(purpose)) };
  raiseAlarm(
    "deep_reorg",
    relayQueueKey(queue),
    facts,
    "a reorg removed transactions that were final; they are sent again",
  );
  const submissions = await listRelaySubmissions(database, lost);
  for (const { id, chainId, minedHash } of lost) {
    await sendSubmission(
      chainId,
      submissions.get(id)?.find(({ hash }) => hash === minedHash),
    );
  }
}
