import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { defaultLimits } from "#lib/domain/partners/limits/default-limits.ts";
import { addToday, type Count, findCount, type LimitedKind } from "#lib/domain/partners/limits/repository.ts";

const dayMs = 86_400_000;

const tables = {
  apiKeys: { counter: "api_key", plural: "API keys", remedy: "Revoke one that isn't used" },
  apps: { counter: "app", plural: "apps", remedy: "Revoke one that isn't used" },
  merchants: { counter: "merchant", plural: "merchants", remedy: "Delete one that isn't used" },
  invitations: { counter: "invitation", plural: "open invitations", remedy: "Revoke one that isn't needed" },
} as const;

/**
 * Requires that a partner may have the record that the transaction has just created. Call it after the
 * insert: it has locked the partner's count, so that parallel transactions can't exceed the limit together.
 * As many may be created in a UTC day as may be in use, because records that are created and revoked in turn
 * take space as well. Costs one statement, however many there are.
 * @throws TillError `invalid_state` when the limit of records in use is exceeded; `rate_limited` when that of the day is.
 */
export async function requireRoom(tx: Tx, partnerId: PartnerId, kind: keyof typeof tables): Promise<void> {
  const { counter, plural, remedy } = tables[kind];
  const count = await findCount(tx, partnerId, counter);
  if (count === null) return;
  const limit = limitOf(count, kind);
  if (count.inUse > limit) {
    const message = `This account already has the maximum of ${limit} ${plural}. ${remedy}, or ask the operator for a higher limit.`;
    throw new TillError("invalid_state", { message });
  }
  if (count.createdToday > limit) throw usedUpToday(`${limit} new ${plural}`);
}

/** Counts an invitation email. @throws TillError `rate_limited` when the partner has sent as many today as it may. */
export async function countInvitationEmail(tx: Tx, partnerId: PartnerId): Promise<void> {
  const count = await addToday(tx, partnerId, "invitation_email");
  requireToday(count, "invitations", "invitation emails");
}

/** Counts a new logo. @throws TillError `rate_limited` when the partner has added as many today as it may. */
export async function countLogo(tx: Tx, partnerId: PartnerId): Promise<void> {
  requireToday(await addToday(tx, partnerId, "logo"), "logos", "new logos");
}

function requireToday(count: Count | null, kind: LimitedKind, plural: string): void {
  if (count === null) return;
  const limit = limitOf(count, kind);
  if (count.createdToday > limit) throw usedUpToday(`${limit} ${plural}`);
}

function limitOf({ limits }: Count, kind: LimitedKind): number {
  return limits[kind] ?? defaultLimits()[kind];
}

/** @param daily what the account may have a day, such as "50 invitation emails". */
function usedUpToday(daily: string): TillError {
  const message = `This account has reached its limit of ${daily} per UTC day. Try again tomorrow, or ask the operator for a higher limit.`;
  const now = clock.now().getTime();
  return new TillError("rate_limited", { message, retryAfterSeconds: Math.ceil((dayMs - (now % dayMs)) / 1_000) });
}
