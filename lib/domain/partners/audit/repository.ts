import type { Actor } from "#lib/core/actor.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

export type NewAuditEntry = {
  partnerId: PartnerId;
  actor: Actor;
  action: string;
  subjectType: string;
  subjectId: string;
  after: Readonly<Record<string, string>> | null;
};

const insert = statement({
  name: "audit-entry-insert",
  text: `INSERT INTO audit_entry (partner_id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, after)
    VALUES ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7, $8::jsonb)`,
});

/** Inserts an entry for a change that no trigger records. */
export async function insertAuditEntry(on: Queryable, entry: NewAuditEntry): Promise<void> {
  const { partnerId, actor, action, subjectType, subjectId, after } = entry;
  const changes = after === null ? null : JSON.stringify(after);
  await on.rows(insert, [partnerId, actor.kind, actor.id, actor.name, action, subjectType, subjectId, changes]);
}

type Changes = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An entry of the audit log. */
type AuditRecord = {
  id: string;
  at: Date;
  actorKind: Actor["kind"] | null;
  actorId: string | null;
  actorName: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  /** The subject's current name; null when it has none or no longer exists. */
  subjectName: string | null;
  before: Changes | null;
  after: Changes | null;
};

/** Conditions on entries; undefined leaves one out. */
export type AuditFilter = {
  /** `service` selects changes without an actor, made by the service itself. */
  actorKind?: Actor["kind"] | "service" | undefined;
  actorId?: string | undefined;
  subjectType?: string | undefined;
  subjectId?: string | undefined;
};

const selectPage = statement<AuditRecord>({
  name: "audit-page",
  text: `SELECT e.id::text, e.at, e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.actor_name AS "actorName",
      e.action, e.subject_type AS "subjectType", e.subject_id AS "subjectId", e.before, e.after,
      CASE e.subject_type
        WHEN 'merchant' THEN (SELECT name FROM merchant WHERE id = e.subject_id)
        WHEN 'api_key' THEN (SELECT name FROM api_key WHERE id = e.subject_id)
        WHEN 'app' THEN (SELECT name FROM app WHERE id = e.subject_id)
        WHEN 'user' THEN (SELECT email FROM "user" WHERE id = e.subject_id)
        WHEN 'invitation' THEN (SELECT email FROM invitation WHERE id = e.subject_id)
      END AS "subjectName"
    FROM audit_entry e WHERE e.partner_id = $1 AND e.id < coalesce($2::bigint, 9223372036854775807)
      AND ($3::text IS NULL OR coalesce(e.actor_kind, 'service') = $3) AND ($4::text IS NULL OR e.actor_id = $4)
      AND ($5::text IS NULL OR e.subject_type = $5) AND ($6::text IS NULL OR e.subject_id = $6)
    ORDER BY e.id DESC LIMIT $7`,
});

type AuditPage = { entries: AuditRecord[]; next: string | null };

/**
 * Lists a partner's audit log, newest first: changes made in the dashboard, with an API key or by the operator.
 * @param before id of the last entry of the previous page; null for the first page.
 */
export async function listAudit(
  { partnerId }: PartnerScope,
  { actorKind, actorId, subjectType, subjectId }: AuditFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditPage> {
  const filter = [actorKind ?? null, actorId ?? null, subjectType ?? null, subjectId ?? null];
  const rows = await database.rows(selectPage, [partnerId, before, ...filter, limit + 1]);
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

const selectPeople = statement<{ id: string; name: string }>({
  name: "audit-people",
  text: `SELECT id, email AS name FROM "user" WHERE partner_id = $1 ORDER BY email`,
});

/** Lists a partner's members as possible actors of audit entries. */
export function listAuditActors(on: Queryable, { partnerId }: PartnerScope): Promise<{ id: string; name: string }[]> {
  return on.rows(selectPeople, [partnerId]);
}
