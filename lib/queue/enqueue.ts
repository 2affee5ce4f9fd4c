import { z } from "zod";
import { type Id, type IdPrefix, isId } from "#lib/core/ids.ts";
import { locales } from "#lib/core/locales.ts";
import { roles } from "#lib/core/roles.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const idOf = <Prefix extends IdPrefix>(prefix: Prefix) =>
  z.string().refine((text): text is Id<Prefix> => isId(prefix, text));

/** The payload of each job, by the job's name. */
export const jobPayloads = {
  /** Sends an email. The secret of its link is created when the job runs, so it is never in the queue. */
  send_mail: z.discriminatedUnion("kind", [
    /** `locale` is the language of the browser that asked. */
    z.strictObject({
      kind: z.enum(["sign_up", "password_reset"]),
      email: z.string(),
      locale: z.enum(locales).optional(),
    }),
    z.strictObject({ kind: z.literal("invitation"), invitationId: idOf("inv") }),
    /** Accounts as CAIP-10; `by` is null for the service itself, `takesEffectAt` for at once. */
    z.strictObject({
      kind: z.literal("destinations_changed"),
      email: z.string(),
      merchantId: z.string(),
      merchantName: z.string(),
      changes: z.array(z.strictObject({ asset: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
      by: z.string().nullable(),
      at: z.string(),
      takesEffectAt: z.string().nullable(),
    }),
    z.strictObject({
      kind: z.literal("webhook_disabled"),
      email: z.string(),
      url: z.string(),
      reason: z.string(),
      at: z.string(),
    }),
    z.strictObject({
      kind: z.literal("second_factor_rule"),
      email: z.string(),
      partnerName: z.string(),
      isRequired: z.boolean(),
      by: z.string().nullable(),
      at: z.string(),
    }),
    /** To the member whose passkey it is. */
    z.strictObject({
      kind: z.literal("passkey_changed"),
      email: z.string(),
      name: z.string(),
      isAdded: z.boolean(),
      at: z.string(),
    }),
    /** To an owner, or to the member whose access it is. `role` is null for changes without one, `by` for the service itself. */
    z.strictObject({
      kind: z.literal("access_changed"),
      email: z.string(),
      partnerName: z.string(),
      member: z.string(),
      change: z.enum([
        "invited",
        "role_changed",
        "removed",
        "authenticator_added",
        "authenticator_removed",
        "recovery_codes_renewed",
        "passkey_added",
        "passkey_removed",
      ]),
      role: z.enum(roles).nullable(),
      by: z.string().nullable(),
      at: z.string(),
      /** Numbers of the grants that outlast the change; absent for none. */
      left: z.record(z.enum(["keys", "endpoints", "apps", "origins", "members"]), z.int()).optional(),
    }),
    z.strictObject({ kind: z.literal("receipt"), receiptId: idOf("rcp") }),
    /** The first of `total` events that a member wants to be notified of. */
    z.strictObject({
      kind: z.literal("notifications"),
      userId: idOf("usr"),
      partnerId: z.union([idOf("prt"), idOf("test")]),
      total: z.number().int(),
      eventIds: z.array(idOf("evt")),
      isDaily: z.boolean(),
    }),
  ]),
} as const;

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.output<(typeof jobPayloads)[Name]>;

/** Back-off grows: these attempts take half an hour, after which a link is no longer expected. */
export const attemptsInHalfHour = 8;
/** These take almost three days, for emails that say something only once. */
const attemptsInThreeDays = 21;

/** A member can request another link, and is notified of the next events a minute later. */
function attemptsOf(payload: JobPayload<JobName>): number {
  const isBrief = payload.kind === "sign_up" || payload.kind === "password_reset";
  const isFollowed = payload.kind === "notifications" && !payload.isDaily;
  return isBrief || isFollowed ? attemptsInHalfHour : attemptsInThreeDays;
}

/**
 * Jobs of the schedule have priority 0 and come first: each attempt to send an email to a mail server that
 * hangs takes a place of the worker for up to half a minute.
 */
const addJob = statement({
  name: "queue-add-job",
  text: `SELECT id FROM graphile_worker.add_job($1::text, $2::json, job_key := $3::text, max_attempts := $5, priority := 1,
    run_at := now() + $4 * interval '1 millisecond')`,
});

/**
 * Enqueues a job in the transaction that causes it, so that both happen or neither.
 * @param key replaces a waiting job with the same key.
 * @param delayMs the delay before the job runs; 0 for none.
 */
export async function enqueue<Name extends JobName>(
  tx: Queryable,
  name: Name,
  payload: JobPayload<Name>,
  key: string,
  delayMs = 0,
): Promise<void> {
  await tx.rows(addJob, [name, JSON.stringify(payload), key, delayMs, attemptsOf(payload)]);
}
