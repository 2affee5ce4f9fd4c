import { z } from "zod";
import { type AttemptId, type InvitationId, isId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";

const attemptId = z.string().refine((text): text is AttemptId => isId("att", text));

const invitationId = z.string().refine((text): text is InvitationId => isId("inv", text));

/** The payload of each job, by the job's name. */
export const jobPayloads = {
  /** Looks whether what a collection waits for is there, an approve or a wallet, and sends the collection. */
  advance_collection: z.strictObject({ attemptId }),
  /** Writes a message to somebody. The secret of the link in it is made when the job runs and is never in the queue. */
  send_mail: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.enum(["sign_up", "password_reset"]), email: z.string() }),
    z.strictObject({ kind: z.literal("invitation"), invitationId }),
  ]),
} as const;

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.output<(typeof jobPayloads)[Name]>;

/** Pauses grow to hours: 100 attempts take months, 8 half an hour, after which nobody waits for a message any more. */
const attempts = { advance_collection: 100, send_mail: 8 } satisfies Record<JobName, number>;

const addJob = {
  name: "queue-add-job",
  text: `SELECT id FROM graphile_worker.add_job($1::text, $2::json, job_key := $3::text, max_attempts := $5,
    run_at := now() + $4 * interval '1 millisecond')`,
};

/**
 * Enqueues a job in the transaction that causes it, so that both happen or neither.
 * @param key a job that waits under the same key is replaced, not doubled.
 * @param delayMs runs it so much later, and not at once.
 */
export async function enqueue<Name extends JobName>(
  tx: Queryable,
  name: Name,
  payload: JobPayload<Name>,
  key: string,
  delayMs = 0,
): Promise<void> {
  await tx.rows(addJob, [name, JSON.stringify(payload), key, delayMs, attempts[name]]);
}
