import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { hasStatementGate } from "#lib/db/statement-gate.ts";
import { createTurns } from "#lib/domain/platform/rate-limit/turns.ts";

/**
 * A list costs the database as much as many reads of a payment. More of them at once, or many in a row, would take the processors from
 * payments: after half a second of lists, a partner has an eighth of a processor for them.
 */
const turns = processSingleton("list-turns", () =>
  createTurns<PartnerId>({
    perClient: 2,
    waitingPerClient: 200,
    atOnce: 8,
    waitingInAll: 1_000,
    rest: 15,
    burstMs: 500,
    message: "Too many lists are being read for this account at once. Try again in a few seconds.",
  }),
);

/**
 * Reads a list when it is the partner's turn: all of its lists share two. Where statements take turns themselves, as in the dashboard,
 * it doesn't wait for another one.
 * @throws TillError `rate_limited` when too many lists of the partner are waiting, and whatever `read` throws.
 */
export function inListTurn<T>(partnerId: PartnerId, read: () => Promise<T>): Promise<T> {
  return hasStatementGate() ? read() : turns()(partnerId, read);
}
