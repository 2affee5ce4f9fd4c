import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { withStatementGate } from "#lib/db/statement-gate.ts";
import { createTurns } from "#lib/domain/platform/rate-limit/turns.ts";
import { env } from "#lib/env/env.ts";

/** The part of the process's connections that one partner's dashboard and exports use at most. */
const partOfPool = 5 / 8;
/** Connections that are always left to the checkout and to sign-ins. */
const leftToPages = 2;

/** With their rests, the statements of one partner use at most five eighths of a processor. */
const turns = processSingleton("partner-statements", () => {
  const { DATABASE_POOL_SIZE: size } = env();
  return createTurns<PartnerId>({
    perClient: Math.max(1, Math.floor(size * partOfPool)),
    waitingPerClient: 500,
    atOnce: Math.max(1, size - leftToPages),
    waitingInAll: 5_000,
    rest: 7,
    message: "This account is reading too much data at once. Try again in a few seconds.",
  });
});

/**
 * Reads for the dashboard or an export of a partner: its statements share five eighths of the pool with the partner's others, and all
 * partners' leave two connections to the pages that buyers see. A statement's turn rests for seven times its duration.
 * @throws TillError `rate_limited` when too many statements of the partner are waiting, and whatever `read` throws.
 */
export function readForPartner<T>(partnerId: PartnerId, read: () => T): T {
  return withStatementGate((work) => turns()(partnerId, work), read);
}
