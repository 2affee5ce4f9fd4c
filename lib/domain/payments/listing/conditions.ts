import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import { referenceCondition } from "#lib/domain/payments/listing/reference-condition.ts";
import type { Values } from "#lib/domain/payments/listing/values.ts";

type Dimension = "merchant" | "asset" | "status" | "time";

/**
 * Writes a filter, including its partner, as SQL conditions on `payment p`, joined by AND.
 * @param now the moment at which statuses are evaluated.
 * @param leftOut dimensions for which the caller adds its own condition.
 */
export function conditionsOf(
  filter: PaymentFilter,
  values: Values,
  now: Date,
  leftOut: readonly Dimension[] = [],
): string {
  const { partnerId, merchantIds, statuses, assets, from, until, reference } = filter;
  const partner = values.add(partnerId);
  // A merchant implies its partner, but the planner treats the two as independent and would combine both indexes.
  const conditions = [`p.partner_id ${isOfFewMerchants(filter) ? "IS NOT DISTINCT FROM" : "="} ${partner}`];
  const isIncluded = (dimension: Dimension) => !leftOut.includes(dimension);
  if (merchantIds.length > 0 && isIncluded("merchant")) {
    conditions.push(`p.merchant_id = ANY(${values.add(merchantIds)}::text[])`);
  }
  if (assets !== null && isIncluded("asset")) conditions.push(`p.token_asset = ANY(${values.add(assets)}::text[])`);
  if (statuses.length > 0 && isIncluded("status")) conditions.push(statusCondition(statuses, values, now));
  if (from !== null && isIncluded("time")) conditions.push(`p.created_at >= ${values.add(from)}`);
  if (until !== null && isIncluded("time")) conditions.push(`p.created_at < ${values.add(until)}`);
  if (reference !== null) conditions.push(referenceCondition(reference, partner, values));
  return conditions.join(" AND ");
}

/** Up to this number of merchants, their pages are merged. */
const fewMerchants = 50;

/** True for a filter whose payments are cheaper to find by merchant than by partner. */
export function isOfFewMerchants({ merchantIds }: PaymentFilter): boolean {
  return merchantIds.length > 0 && merchantIds.length <= fewMerchants;
}

/** True for a status filter that includes either overdue or other open payments, but not both. */
export function partsOpen(statuses: PaymentFilter["statuses"]): boolean {
  return statuses.includes("requires_action") !== statuses.includes("expired");
}

/** Matches rows that read as one of these statuses: an open payment past its expiry is expired, recorded or not (statusAt). */
function statusCondition(statuses: PaymentFilter["statuses"], values: Values, now: Date): string {
  const includesExpired = statuses.includes("expired");
  const stored = includesExpired ? new Set([...statuses, "requires_action"]) : statuses;
  const condition = `p.status = ANY(${values.add([...stored])}::payment_status[])`;
  if (!partsOpen(statuses)) return condition;
  return `${condition} AND (p.status <> 'requires_action' OR p.expires_at ${includesExpired ? "<=" : ">"} ${values.add(now)})`;
}

/** Matches open payments past their expiry, by the index `payment_open_of_partner`. */
export function isOverdue(values: Values, now: Date): string {
  return `p.status = 'requires_action' AND p.expires_at <= ${values.add(now)}`;
}
