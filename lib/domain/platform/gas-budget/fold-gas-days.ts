import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { gasDayOf } from "#lib/domain/platform/gas-budget/gas-day.ts";
import { foldDaysBefore } from "#lib/domain/platform/gas-budget/repository.ts";

/** Folds the deltas that past days have left; the confirms of a day fold its own. */
export async function foldGasDays(): Promise<void> {
  await foldDaysBefore(database, gasDayOf(clock.now()));
}
