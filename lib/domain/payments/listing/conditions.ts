import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import { referenceCondition } from "#lib/domain/payments/listing/reference-condition.ts";
import type { Values } from "#lib/domain/payments/listing/values.ts";

type Dimension = "merchant" | "asset" | "status" | "time";

/**
 * The conditions on rows of `payment p` that a filter stands for, its partner included, joined by AND.
 * @param now the current time, for statuses.
 * @param leftOut dimensions that the caller puts its own condition on.
 */
export function conditionsOf(
  filter: PaymentFilter,
  values: Values,
  now: Date,
  leftOut: readonly Dimension[] = [],
): string {
  const { partnerId, merchantIds, statuses, assets, from, until, reference } = filter;
  const partner = values.add(partnerId);
  // The planner takes merchant and partner for two conditions that thin out each other, and would look for both.
  const conditions = [`p.partner_id ${isOfFewMerchants(filter) ? "IS NOT DISTINCT FROM" : "="} ${partner}`];
  const isMeant = (dimension: Dimension) => !leftOut.includes(dimension);
  if (merchantIds.length > 0 && isMeant("merchant")) {
    conditions.push(`p.merchant_id = ANY(${values.add(merchantIds)}::text[])`);
  }
  if (assets !== null && isMeant("asset")) conditions.push(`p.token_asset = ANY(${values.add(assets)}::text[])`);
  if (statuses.length > 0 && isMeant("status")) conditions.push(statusCondition(statuses, values, now));
  if (from !== null && isMeant("time")) conditions.push(`p.created_at >= ${values.add(from)}`);
  if (until !== null && isMeant("time")) conditions.push(`p.created_at < ${values.add(until)}`);
  if (reference !== null) conditions.push(referenceCondition(reference, partner, values));
  return conditions.join(" AND ");
}

/** Beyond this many merchants their pages are not merged one by one. */
const fewMerchants = 50;

/** True for a filter whose payments are better looked for by merchant than by partner. */
export function isOfFewMerchants({ merchantIds }: PaymentFilter): boolean {
  return merchantIds.length > 0 && merchantIds.length <= fewMerchants;
}

/** True for a status filter that tells open payments which are past their expiry from those that are not. */
export function partsOpen(statuses: PaymentFilter["statuses"]): boolean {
  return statuses.includes("requires_action") !== statuses.includes("expired");
}

/** Rows that read as one of these statuses: an open one past its expiry reads as expired, recorded or not (statusAt). */
function statusCondition(statuses: PaymentFilter["statuses"], values: Values, now: Date): string {
  const isExpiredMeant = statuses.includes("expired");
  const stored = isExpiredMeant ? new Set([...statuses, "requires_action"]) : statuses;
  const condition = `p.status = ANY(${values.add([...stored])}::payment_status[])`;
  if (!partsOpen(statuses)) return condition;
  return `${condition} AND (p.status <> 'requires_action' OR p.expires_at ${isExpiredMeant ? "<=" : ">"} ${values.add(now)})`;
}

/** Open payments that are past their expiry; `payment_open_of_partner` has them. */
export function isOverdue(values: Values, now: Date): string {
  return `p.status = 'requires_action' AND p.expires_at <= ${values.add(now)}`;
}
