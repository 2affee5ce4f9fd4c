import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { gasDayOf } from "#lib/domain/platform/gas-budget/gas-day.ts";
import { foldDaysBefore } from "#lib/domain/platform/gas-budget/repository.ts";

/** Folds the deltas that past days have left; the confirms of a day fold its own. */
export async function foldGasDays(): Promise<void> {
  await foldDaysBefore(database, gasDayOf(clock.now()));
}

const keptForMs = 90 * 24 * 3_600_000;
const batchSize = 1_000;

const deletion = statement({
  name: "gas-charge-delete-old",
  text: `DELETE FROM gas_charge WHERE id IN (
      SELECT id FROM (SELECT id, day FROM gas_charge WHERE state <> 'reserved' ORDER BY id LIMIT $2) oldest WHERE day < $1)
    RETURNING id`,
});

/**
 * Deletes the gas of single payments from more than 90 days ago, the oldest first, in batches of 1,000:
 * budgets count the current day. The sums of each day stay, and so does the cost of each transaction. Safe to
 * repeat.
 */
export async function deleteOldCharges(): Promise<void> {
  const before = gasDayOf(new Date(clock.now().getTime() - keptForMs));
  while ((await database.rows(deletion, [before, batchSize])).length === batchSize);
}
