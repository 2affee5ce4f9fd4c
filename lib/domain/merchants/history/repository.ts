import type { Actor } from "#lib/core/actor.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** One change of a merchant or of one of its destinations. */
export type MerchantChange = {
  id: string;
  at: Date;
  /** Null for the service itself. */
  actorKind: Actor["kind"] | null;
  actorName: string | null;
  /** Such as `crypto_settlement.updated`. */
  action: string;
  subjectId: string;
  /** Of a destination: its asset, which an update does not repeat. */
  asset: string | null;
  before: Values | null;
  after: Values | null;
};

// A destination's entries name the merchant where it came or went; those in between are found by its id.
const select = {
  name: "merchant-history",
  text: `WITH own AS (
      SELECT e.subject_id, max(coalesce(e.after, e.before) ->> 'asset') AS asset FROM audit_entry e
        WHERE e.partner_id = $1 AND coalesce(e.after, e.before) ->> 'merchant_id' = $2 GROUP BY 1
      UNION SELECT id, asset FROM crypto_settlement WHERE merchant_id = $2
      UNION SELECT id, NULL FROM fiat_settlement WHERE merchant_id = $2
      UNION SELECT $2, NULL),
    subjects AS (SELECT subject_id, max(asset) AS asset FROM own GROUP BY 1)
    SELECT e.id::text, e.at, e.actor_kind AS "actorKind", e.actor_name AS "actorName", e.action,
      e.subject_id AS "subjectId", s.asset, e.before, e.after
    FROM audit_entry e JOIN subjects s ON s.subject_id = e.subject_id
    WHERE e.partner_id = $1 ORDER BY e.id DESC LIMIT $3`,
};

/** The newest changes of a merchant of the partner and of its destinations, removed ones included. */
export async function selectMerchantHistory(
  on: Queryable,
  { partnerId }: PartnerScope,
  merchantId: MerchantId,
  limit: number,
): Promise<MerchantChange[]> {
  return on.rows<MerchantChange>(select, [partnerId, merchantId, limit]);
}
