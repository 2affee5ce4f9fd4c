import type { MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";

/** Which of the first steps a partner has gone. */
export type FirstSteps = {
  /** The oldest merchant, or null. */
  merchantId: MerchantId | null;
  hasDestination: boolean;
  hasKey: boolean;
  hasPayment: boolean;
};

const select = {
  name: "partner-first-steps",
  text: `SELECT
    (SELECT id FROM merchant WHERE partner_id = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1) AS "merchantId",
    EXISTS (SELECT FROM settlement_destination s JOIN merchant m ON m.id = s.merchant_id
      WHERE m.partner_id = $1 AND m.deleted_at IS NULL) AS "hasDestination",
    EXISTS (SELECT FROM api_key WHERE partner_id = $1 AND revoked_at IS NULL) AS "hasKey",
    (SELECT id FROM payment WHERE partner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1) IS NOT NULL AS "hasPayment"`,
};

/** Reads what there is of each kind, and of payments no more than one. */
export async function selectFirstSteps(on: Queryable, { partnerId }: PartnerScope): Promise<FirstSteps> {
  const [row] = await on.rows<FirstSteps>(select, [partnerId]);
  if (row === undefined) throw new Error("a statement without a table gave no row");
  return row;
}
