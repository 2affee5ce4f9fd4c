import type { Actor } from "#lib/core/actor.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** One change of a merchant or of one of its settlement destinations, from the audit log. */
export type MerchantHistoryEntry = {
  id: string;
  at: Date;
  /** Null when the service itself made the change. */
  actorKind: Actor["kind"] | null;
  actorName: string | null;
  /** Such as `crypto_settlement.updated`. */
  action: string;
  subjectId: string;
  /** The asset of a settlement destination, which entries of an update don't repeat; null for other subjects. */
  asset: string | null;
  before: Values | null;
  after: Values | null;
};

// A destination's entries name the merchant when it was created or deleted; its updates are found by its id.
const select = statement<MerchantHistoryEntry>({
  name: "merchant-history",
  text: `WITH own AS (
      SELECT e.subject_id, max(coalesce(e.after, e.before) ->> 'asset') AS asset FROM audit_entry e
        WHERE e.partner_id = $1 AND coalesce(e.after, e.before) ->> 'merchant_id' = $2 GROUP BY 1
      UNION SELECT id, asset FROM settlement_destination WHERE merchant_id = $2
      UNION SELECT id, NULL FROM fiat_settlement_destination WHERE merchant_id = $2
      UNION SELECT $2, NULL),
    subjects AS (SELECT subject_id, max(asset) AS asset FROM own GROUP BY 1)
    SELECT e.id::text, e.at, e.actor_kind AS "actorKind", e.actor_name AS "actorName", e.action,
      e.subject_id AS "subjectId", s.asset, e.before, e.after
    FROM audit_entry e JOIN subjects s ON s.subject_id = e.subject_id
    WHERE e.partner_id = $1 ORDER BY e.id DESC LIMIT $3`,
});

/**
 * Lists the newest changes of a merchant and its settlement destinations, removed ones included. Empty for another
 * partner's merchant.
 */
export async function listMerchantHistory(
  { partnerId }: PartnerScope,
  id: string,
  limit: number,
): Promise<MerchantHistoryEntry[]> {
  return isId("mrch", id) ? database.rows(select, [partnerId, id, limit]) : [];
}
