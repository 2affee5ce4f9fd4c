import type { AtomicAmount, Unit } from "#lib/core/money.ts";
import { formatUnit } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { MerchantScope } from "#lib/db/scope.ts";
import { findLargestPaid } from "#lib/domain/payments/creation/usual-amount-repository.ts";

/** With fewer paid payments, a merchant has no usual amount yet. */
const minPayments = 5;
/** An amount is far above the usual when it is more than this number of times the largest one. */
const times = 10n;

/**
 * Returns the merchant's largest usual amount if `value` is more than ten times as large. Of the newest hundred paid
 * payments, those in the same unit have the usual amounts. Fewer than five are too few to compare with.
 * @returns null for an amount that isn't unusual.
 */
export async function findUsualBelow(
  on: Queryable,
  { merchantId }: Pick<MerchantScope, "merchantId">,
  unit: Unit,
  value: AtomicAmount,
): Promise<AtomicAmount | null> {
  const { count, largest } = await findLargestPaid(on, merchantId, formatUnit(unit));
  return count >= minPayments && value > times * largest ? largest : null;
}
