import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import { isInScope, type Scope } from "#lib/db/scope.ts";
import { isFinal, type PaymentSnapshot, type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import { listSnapshots } from "#lib/domain/payments/repository.ts";
import { type Client, statusWatch } from "#lib/domain/payments/status/status-watch.ts";

/** Clients time out after 30 s, so longer waits are capped. */
const maxWaitMs = 25_000;

const readSnapshot = processSingleton("read-snapshot", () =>
  batchedRead((ids: readonly PaymentId[]) => listSnapshots(database, ids)),
);

/** A payment's snapshot and its status at the moment of reading. */
export type ReadStatus = { snapshot: PaymentSnapshot; status: PaymentStatus };

/**
 * Reads a payment's status. When it isn't final and `maxPollMs` is positive, waits up to min(maxPollMs, 25,000) ms for the
 * status to change; expiring counts as a change. Reads the database in a batch with concurrent requests and holds no
 * connection while it waits. The wait ends early when the client disconnects.
 * @param since the time from which the wait counts, for a request that has done something else before.
 * @throws TillError `payment_not_found` when the scope has no such payment.
 */
export async function awaitStatusChange(
  scope: Scope,
  id: string,
  maxPollMs: number,
  client: Client,
  since: Date = clock.now(),
): Promise<ReadStatus> {
  const snapshot = isId("pay", id) ? await readSnapshot()(id) : null;
  if (snapshot === null || !isInScope(scope, snapshot)) throw new TillError("payment_not_found");
  const seen = { snapshot, status: statusAt(snapshot, clock.now()) };
  if (maxPollMs === 0 || isFinal(seen.status)) return seen;
  return waitForChange(seen, since.getTime() + Math.min(maxPollMs, maxWaitMs), client);
}

/** A deposit address may have been given while the request waited, without a new version: it keeps the payment open. */
async function readExpired(seen: ReadStatus): Promise<ReadStatus> {
  const snapshot = (await readSnapshot()(seen.snapshot.id)) ?? seen.snapshot;
  return { snapshot, status: statusAt(snapshot, clock.now()) };
}

async function waitForChange(seen: ReadStatus, deadlineMs: number, client: Client): Promise<ReadStatus> {
  let current = seen;
  while (current.status === seen.status) {
    const expiryMs = current.snapshot.expiresAt.getTime();
    // One with a deposit address stays open after its expiry.
    const mayExpire = current.status === "requires_action" && !current.snapshot.hasDepositAddress;
    const newer = await statusWatch().wait(
      current.snapshot,
      mayExpire ? Math.min(deadlineMs, expiryMs) : deadlineMs,
      client,
    );
    const snapshot = newer ?? current.snapshot;
    current = { snapshot, status: statusAt(snapshot, clock.now()) };
    if (newer === null) return current.status === "expired" ? readExpired(current) : current;
  }
  return current;
}
