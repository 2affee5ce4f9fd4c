import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";

/** Longer than a restart. Workers renew their leases each second. */
const missingAfterSeconds = 90;

const select = statement<{ seconds: number | null }>({
  name: "worker-last-lease",
  text: "SELECT extract(epoch FROM now() - max(lease_until))::int AS seconds FROM relayer_wallet",
});

/**
 * Returns for how many seconds no worker has had the lease of any wallet; null before the first one had it.
 * `isMissing` is true once that takes longer than a restart.
 */
export async function findLastWorker(): Promise<{ seconds: number; isMissing: boolean } | null> {
  const [row] = await database.rows(select, []);
  const seconds = row?.seconds ?? null;
  return seconds === null ? null : { seconds, isMissing: seconds > missingAfterSeconds };
}

/**
 * Raises an alarm while no worker has had the lease of any wallet: nothing is sent. The web process notices,
 * because no worker is there to do it.
 */
export async function reportMissingWorker(): Promise<void> {
  if ((await findLastWorker())?.isMissing === true) {
    const facts = { missingAfterSeconds };
    raiseAlarm("worker_missing", "all", facts, "no worker is running; payments, payouts and webhooks wait");
  } else endAlarm("worker_missing", "all", {}, "a worker is running again");
}
