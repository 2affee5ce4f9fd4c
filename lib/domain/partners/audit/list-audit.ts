import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type AuditFilter, type AuditRecord, selectEntries } from "#lib/domain/partners/audit/repository.ts";

type AuditPage = { entries: AuditRecord[]; next: string | null };

/**
 * What was changed of a partner's, by whomever, the newest first: in the dashboard, with an API key, by the operator.
 * @param before the id of the last entry that was seen; null for the first page.
 */
export async function listAudit(
  scope: PartnerScope,
  filter: AuditFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditPage> {
  const rows = await selectEntries(database, scope, filter, { before, limit: limit + 1 });
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
