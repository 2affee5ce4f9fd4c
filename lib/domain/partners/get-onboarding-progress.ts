import type { MerchantId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** The steps that a partner needs to get paid, and which of them are done. */
export type OnboardingProgress = {
  /** The oldest merchant, or null. */
  merchantId: MerchantId | null;
  hasDestination: boolean;
  hasKey: boolean;
  hasPayment: boolean;
};

const select = statement<OnboardingProgress>({
  name: "partner-onboarding",
  text: `SELECT
    (SELECT id FROM merchant WHERE partner_id = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1) AS "merchantId",
    EXISTS (SELECT FROM settlement_destination s JOIN merchant m ON m.id = s.merchant_id
      WHERE m.partner_id = $1 AND m.deleted_at IS NULL) AS "hasDestination",
    EXISTS (SELECT FROM api_key WHERE partner_id = $1 AND revoked_at IS NULL) AS "hasKey",
    (SELECT id FROM payment WHERE partner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1) IS NOT NULL AS "hasPayment"`,
});

/** Gets a partner's onboarding progress. The statement reads at most one payment. */
export async function getOnboardingProgress(
  { partnerId }: PartnerScope,
  on: Queryable = database,
): Promise<OnboardingProgress> {
  const [row] = await on.rows(select, [partnerId]);
  if (row === undefined) throw new Error("a SELECT without FROM returned no row");
  return row;
}
