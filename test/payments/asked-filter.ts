import fc from "fast-check";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import type { Shops } from "#test/payments/shops.ts";
import { assets, minute, start, type WrittenPayment } from "#test/payments/written-payment.ts";

/** Any filter of a list request, with shops and minutes by number. */
export const anyFilter = fc.record({
  merchants: fc.oneof(fc.constant<number[]>([]), fc.subarray([0, 1, 2])),
  statuses: fc.subarray(["requires_action", "processing", "succeeded", "failed", "expired", "cancelled"] as const, {
    maxLength: 4,
  }),
  assets: fc.option(fc.subarray(assets), { nil: null, freq: 2 }),
  from: fc.option(fc.nat({ max: 30 }), { nil: null, freq: 2 }),
  until: fc.option(fc.nat({ max: 30 }), { nil: null, freq: 2 }),
  reference: fc.option(fc.constantFrom("alpha", "beta 1", "a/a", "none", "a-22", "LPH", "22"), { nil: null, freq: 2 }),
  by: fc.constantFrom("date" as const, "amount" as const),
  direction: fc.constantFrom("asc" as const, "desc" as const),
  limit: fc.constantFrom(7, 30, 100),
});
export type AskedFilter = typeof anyFilter extends fc.Arbitrary<infer Value> ? Value : never;

/** Converts to the domain's filter. */
export function toFilter(asked: AskedFilter, { partnerId, merchantIds }: Shops): PaymentFilter {
  return {
    partnerId,
    merchantIds: asked.merchants.map((index) => merchantIds[index] as string),
    statuses: asked.statuses,
    assets: asked.assets,
    from: asked.from === null ? null : new Date(start + asked.from * minute),
    until: asked.until === null ? null : new Date(start + asked.until * minute),
    reference: asked.reference,
  };
}

/** The meaning of the filter, restated in plain JavaScript over the written payments. */
export function isMatch(asked: AskedFilter, payment: WrittenPayment): boolean {
  const others: Partial<Record<WrittenPayment["ending"], string>> = {
    open: "requires_action",
    overdue: "expired",
    declined: "failed",
  };
  const status = others[payment.ending] ?? payment.ending;
  const hasToken = payment.isTokenPriced || ["processing", "succeeded", "failed"].includes(payment.ending);
  return (
    (asked.merchants.length === 0 || asked.merchants.includes(payment.merchant)) &&
    (asked.statuses.length === 0 || asked.statuses.some((wanted) => wanted === status)) &&
    (asked.assets === null || (hasToken && asked.assets.some((asset) => asset === assets[payment.asset]))) &&
    (asked.from === null || payment.minute >= asked.from) &&
    (asked.until === null || payment.minute < asked.until) &&
    (asked.reference === null || payment.reference.includes(asked.reference))
  );
}

/** The same in SQL: the rows of a filter by merchants ($2), statuses ($3) and tokens ($4) as of $5, of partner $1. */
export const plainRows = `FROM (
    SELECT *, CASE WHEN status = 'requires_action' AND expires_at <= $5 THEN 'expired' ELSE status END AS seen FROM payment) p
  WHERE partner_id = $1 AND (cardinality($2::text[]) = 0 OR merchant_id = ANY($2))
    AND (cardinality($3::payment_status[]) = 0 OR seen = ANY($3)) AND ($4::text[] IS NULL OR token_asset = ANY($4))`;

/** The values of {@link plainRows}. */
export function plainValues({ partnerId, merchantIds, statuses, assets: tokens }: PaymentFilter, now: Date) {
  return [partnerId, merchantIds, statuses, tokens, now];
}
