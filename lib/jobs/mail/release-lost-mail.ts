import { database } from "#lib/db/pool.ts";

/** Longer than an attempt takes: a mail server that is slow has half a minute for each of its answers. */
const lostAfterMinutes = 10;

const release = {
  name: "mail-release-lost",
  text: `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
    WHERE task_identifier = 'send_mail' AND locked_at < now() - make_interval(mins => $1)`,
};

/**
 * Releases the emails that a worker was sending when it was killed, or lost the database before it could record the end. The queue itself
 * would keep them for four hours, and links in emails are waited for. One that had been sent is sent again.
 */
export async function releaseLostMail(): Promise<void> {
  await database.rows(release, [lostAfterMinutes]);
}
