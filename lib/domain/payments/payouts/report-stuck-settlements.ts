import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { stuckAfterMs } from "#lib/domain/payments/payouts/listing/list-stuck-settlements.ts";
import { countUnfinished } from "#lib/domain/payments/payouts/listing/repository.ts";
import { log } from "#lib/log/log.ts";

/** Raises an alarm while settlements of any partner are stuck or have failed; nothing is done about them. */
export async function reportStuckSettlements(): Promise<void> {
  const before = new Date(clock.now().getTime() - stuckAfterMs);
  const { failed, underWay } = await countUnfinished(database, before);
  if (failed + underWay === 0) return;
  log().error({ alarm: "settlements_stuck", failed, underWay }, "settlements wait for somebody to look at them");
}
