import { createHash } from "node:crypto";
import type { Statement, Value } from "#lib/db/pool.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";

/** Collects the values of a statement that is put together; the same shape gives the same text. */
export class Values {
  readonly all: Value[] = [];

  /** Adds a value; returns its placeholder. */
  add(value: Value): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/** A statement under a name that follows from its text, so that each shape is prepared once a connection. */
export function named(prefix: string, text: string): Statement {
  return { name: `${prefix}-${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`, text };
}

/** The status that a payment reads as at a moment: an open one past its expiry is expired, recorded or not. */
function statusNow(now: string): string {
  return `(CASE WHEN p.status = 'requires_action' AND p.expires_at <= ${now} THEN 'expired' ELSE p.status END)`;
}

/** The statuses that rows may hold which read as one of the filter's. */
export function storedStatuses({ statuses }: PaymentFilter): string[] {
  return statuses.includes("expired") ? [...new Set([...statuses, "requires_action"])] : [...statuses];
}

/**
 * The conditions on rows of `payment p` that a filter stands for, its partner included, joined by AND.
 * @param now the current time, for statuses.
 * @param leftOut a dimension that the caller puts its own condition on.
 */
export function conditionsOf(
  filter: PaymentFilter,
  values: Values,
  now: Date,
  leftOut?: "merchant" | "asset" | "status",
): string {
  const { partnerId, merchantIds, statuses, assets, from, until, reference } = filter;
  const conditions = [`p.partner_id = ${values.add(partnerId)}`];
  if (merchantIds.length > 0 && leftOut !== "merchant") {
    conditions.push(`p.merchant_id = ANY(${values.add(merchantIds)}::text[])`);
  }
  if (assets !== null && leftOut !== "asset") conditions.push(`p.token_asset = ANY(${values.add(assets)}::text[])`);
  if (statuses.length > 0) {
    conditions.push(`${statusNow(values.add(now))} = ANY(${values.add(statuses)}::payment_status[])`);
    if (leftOut !== "status") {
      conditions.push(`p.status = ANY(${values.add(storedStatuses(filter))}::payment_status[])`);
    }
  }
  if (from !== null) conditions.push(`p.created_at >= ${values.add(from)}`);
  if (until !== null) conditions.push(`p.created_at < ${values.add(until)}`);
  if (reference !== null) conditions.push(`p.reference_id LIKE ${values.add(`%${reference}%`)}`);
  return conditions.join(" AND ");
}
