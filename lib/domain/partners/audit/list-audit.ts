import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type AuditFilter, type AuditRecord, selectAuditEntries } from "#lib/domain/partners/audit/repository.ts";

type AuditPage = { entries: AuditRecord[]; next: string | null };

/**
 * Lists a partner's audit log, newest first: changes made in the dashboard, with an API key or by the operator.
 * @param before id of the last entry of the previous page; null for the first page.
 */
export async function listAudit(
  scope: PartnerScope,
  filter: AuditFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditPage> {
  const rows = await selectAuditEntries(database, scope, filter, { before, limit: limit + 1 });
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
