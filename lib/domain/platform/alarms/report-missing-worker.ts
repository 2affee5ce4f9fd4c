import { endAlarm, raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { database } from "#lib/db/pool.ts";

/** Longer than a restart. Workers renew their leases each second. */
const missingAfterSeconds = 90;

const select = {
  name: "worker-last-lease",
  text: `SELECT max(lease_until) < now() - $1 * interval '1 second' AS "isMissing" FROM relayer_wallet`,
};

/** Raises an alarm while no worker has had the lease of any wallet: nothing is sent. The web process notices, because no worker is there to do it. */
export async function reportMissingWorker(): Promise<void> {
  const [row] = await database.rows<{ isMissing: boolean | null }>(select, [missingAfterSeconds]);
  if (row?.isMissing === true) {
    const facts = { missingAfterSeconds };
    raiseAlarm("worker_missing", "all", facts, "no worker is running; payments, payouts and webhooks wait");
  } else endAlarm("worker_missing", "all", {}, "a worker is running again");
}
