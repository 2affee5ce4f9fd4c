import { z } from "zod";
import type { PaymentId } from "#lib/core/ids.ts";
import { isId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";

const paymentId = z.string().refine((text): text is PaymentId => isId("pay", text));

/** The payload of each job, by the job's name. */
export const jobPayloads = {
  /** Sends what a succeeded payment owes to its merchant. */
  settle_payment: z.strictObject({ paymentId }),
} as const;

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.output<(typeof jobPayloads)[Name]>;

const addJob = {
  name: "queue-add-job",
  text: "SELECT id FROM graphile_worker.add_job($1::text, $2::json, job_key := $3::text, max_attempts := 100)",
};

/**
 * Enqueues a job in the transaction that causes it, so that both happen or neither.
 * @param key a job that waits under the same key is replaced, not doubled.
 */
export async function enqueue<Name extends JobName>(
  tx: Queryable,
  name: Name,
  payload: JobPayload<Name>,
  key: string,
): Promise<void> {
  await tx.rows(addJob, [name, JSON.stringify(payload), key]);
}
