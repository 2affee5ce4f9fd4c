import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { type ApiKeyId, type AppId, isId, type PartnerId, type UserId, type WebhookEndpointId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { countInvitationsOfAuthor } from "#lib/domain/partners/invitations/repository.ts";
import { isMember } from "#lib/domain/partners/members/repository.ts";

/** Grants that a member has set up and that outlast their own access. */
export type LeftAccess = {
  /** Valid API keys that they created. */
  keys: { id: ApiKeyId; name: string; hint: string; lastUsedAt: Date | null }[];
  /** Webhook endpoints whose URL they chose, or whose secret they were shown last. */
  endpoints: { id: WebhookEndpointId; url: string }[];
  /** Apps that they created. */
  apps: { id: AppId; name: string }[];
  /** Sites in use that they allowed to embed the checkout. */
  origins: string[];
  /** Members who joined by their invitation. */
  members: { id: UserId; email: string; role: Role }[];
};

const selectKeys = statement<LeftAccess["keys"][number]>({
  name: "left-keys",
  text: `SELECT id, name, hint, last_used_at AS "lastUsedAt" FROM api_key
    WHERE created_by_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2) ORDER BY created_at, id LIMIT 1000`,
});
const selectEndpoints = statement<LeftAccess["endpoints"][number]>({
  name: "left-endpoints",
  text: `SELECT id, url FROM webhook_endpoint
    WHERE (url_by_id = $1 OR secret_by_id = $1) AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1000`,
});
const selectApps = statement<LeftAccess["apps"][number]>({
  name: "left-apps",
  text: "SELECT id, name FROM app WHERE created_by_id = $1 AND revoked_at IS NULL ORDER BY created_at, id LIMIT 1000",
});
// The list of origins is one value of the partner, so the audit log tells who added which.
const selectOrigins = statement<{ origin: string }>({
  name: "left-origins",
  text: `SELECT DISTINCT o.origin FROM audit_entry a, jsonb_array_elements_text(a.after -> 'embed_origins') o (origin), partner p
    WHERE a.partner_id = $1 AND a.subject_id = $1 AND a.actor_kind = 'user' AND a.actor_id = $2 AND p.id = $1
      AND NOT coalesce(a.before -> 'embed_origins' ? o.origin, false) AND o.origin = ANY (p.embed_origins)
    ORDER BY o.origin`,
});
const selectMembers = statement<LeftAccess["members"][number]>({
  name: "left-members",
  text: `SELECT DISTINCT u.id, u.email, u.role FROM invitation i JOIN "user" u ON u.partner_id = i.partner_id AND u.email = i.email
    WHERE i.created_by_id = $1 AND i.accepted_at IS NOT NULL AND u.id <> $1 ORDER BY u.email LIMIT 1000`,
});

/** Lists what a member has set up and outlasts their own access. */
export async function listLeftAccess(
  on: Queryable,
  partnerId: PartnerId,
  userId: UserId,
  now: Date,
): Promise<LeftAccess> {
  return {
    keys: await on.rows(selectKeys, [userId, now]),
    endpoints: await on.rows(selectEndpoints, [userId]),
    apps: await on.rows(selectApps, [userId]),
    origins: (await on.rows(selectOrigins, [partnerId, userId])).map(({ origin }) => origin),
    members: await on.rows(selectMembers, [userId]),
  };
}

const mark = (table: string, authors: string, isValid: string) =>
  statement({
    name: `left-by-${table}`,
    text: `UPDATE ${table} SET left_by = $2 WHERE (${authors}) AND ${isValid}`,
  });
const marks = [
  mark("api_key", "created_by_id = $1", "revoked_at IS NULL"),
  mark("app", "created_by_id = $1", "revoked_at IS NULL"),
  mark("webhook_endpoint", "url_by_id = $1 OR secret_by_id = $1", "deleted_at IS NULL"),
];

/** Marks what a member leaves behind with their email, before they are deleted. */
export async function markLeftAccess(on: Queryable, userId: UserId, email: string): Promise<void> {
  for (const statement of marks) await on.rows(statement, [userId, email]);
}

/**
 * Returns what a member has set up and would outlast their removal, and how many open invitations it would revoke.
 * @throws TillError `not_found` when the partner has no such member.
 */
export async function getLeftAccess(
  { partnerId }: PartnerScope,
  id: string,
): Promise<{ openInvitations: number; left: LeftAccess }> {
  if (!isId("usr", id) || !(await isMember(database, partnerId, id))) {
    throw new TillError("not_found", { message: "This person is no longer a member." });
  }
  return {
    openInvitations: await countInvitationsOfAuthor(database, id),
    left: await listLeftAccess(database, partnerId, id, clock.now()),
  };
}
