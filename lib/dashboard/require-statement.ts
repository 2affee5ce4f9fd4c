import { invalidField, TillError } from "#lib/core/errors.ts";
import { isId, type MerchantId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { isOrWasMerchantOf } from "#lib/domain/merchants/repository.ts";
import { parseMonth } from "#lib/domain/payments/settlements/statement.ts";

/**
 * Checks what a statement is asked of, and returns its bounds.
 * @throws TillError `not_found` for a merchant that never was the partner's; `params_validation` for another text than `YYYY-MM`.
 */
export async function requireStatement(
  scope: PartnerScope,
  merchantId: string,
  month: string,
): Promise<{ merchantId: MerchantId; from: Date; until: Date }> {
  if (!isId("mrch", merchantId) || !(await isOrWasMerchantOf(database, scope, merchantId))) {
    throw new TillError("not_found");
  }
  const bounds = parseMonth(month);
  if (bounds === null) throw invalidField("month", "must be a month such as 2026-01");
  return { merchantId, ...bounds };
}
