import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { deleteAlarmsBefore } from "#lib/domain/platform/alarms/repository.ts";

const keptForMs = 90 * 24 * 3_600_000;

/** Deletes alarms that were resolved 90 days ago. */
export async function deleteOldAlarms(): Promise<void> {
  await deleteAlarmsBefore(database, new Date(clock.now().getTime() - keptForMs));
}
