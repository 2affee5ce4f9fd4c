import type { MerchantId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** Fields of a merchant that lists show in addition to its record. */
export type MerchantSummary = {
  id: MerchantId;
  logoHash: string | null;
  /** The number of its settlement destinations. */
  destinations: number;
};

const select = statement<MerchantSummary>({
  name: "merchant-summaries",
  text: `SELECT m.id, m.logo_hash AS "logoHash",
      (SELECT count(*)::int FROM settlement_destination s WHERE s.merchant_id = m.id) AS destinations
    FROM merchant m WHERE m.partner_id = $1 AND m.id = ANY($2::text[])`,
});

/** The summaries of the partner's merchants among `ids`, by id; other partners' merchants are left out. */
export async function listMerchantSummaries(
  scope: PartnerScope,
  ids: readonly MerchantId[],
): Promise<ReadonlyMap<MerchantId, MerchantSummary>> {
  if (ids.length === 0) return new Map();
  const summaries = await database.rows(select, [scope.partnerId, ids]);
  return new Map(summaries.map((summary) => [summary.id, summary]));
}
