import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import { type EventType, eventTypes } from "#lib/core/event-types.ts";
import { type EventId, lowestId, type MerchantId, type PartnerId, type PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { nameStatement, Values } from "#lib/domain/payments/listing/values.ts";

/** An event as it is stored: about a version of a payment, or with the state of another resource as its data. */
export type StoredEvent = {
  id: EventId;
  partnerId: PartnerId;
  merchantId: MerchantId | null;
  type: EventType;
  paymentId: PaymentId | null;
  paymentVersion: number | null;
  data: unknown;
  createdAt: Date;
};

/** Selects events of a partner. Null leaves a condition out; an empty list of merchants selects nothing. */
export type EventFilter = {
  partnerId: PartnerId;
  merchantIds: readonly string[] | null;
  /** All types when empty. */
  types: readonly EventType[];
  paymentId: string | null;
  /** Time of the event: from inclusive, until exclusive. */
  from: Date | null;
  until: Date | null;
};

const columns = `e.id, e.partner_id AS "partnerId", e.merchant_id AS "merchantId", e.type, e.payment_id AS "paymentId",
  e.payment_version AS "paymentVersion", e.data, e.created_at AS "createdAt"`;

/** Below and above every id. */
const lowest = lowestId("evt", new Date(0));
const highest = `evt_${"Z".repeat(26)}`;

/**
 * Lists the newest events of a filter, newest first. Each kind of filter reads an index that has the events
 * of its values in order, so that the cost of a page doesn't depend on the number of events. A range over all
 * columns of that index makes the planner expect many rows, and so read them in order, instead of sorting
 * what it takes for the few rows of an average merchant.
 * @param before lists those with a lower id only; null for the first page.
 */
export function listStoredEvents(
  on: Queryable,
  { partnerId, merchantIds, types, paymentId, from, until }: EventFilter,
  before: EventId | null,
  limit: number,
): Promise<StoredEvent[]> {
  const values = new Values();
  const partner = values.add(partnerId);
  const low = values.add(from === null ? lowest : lowestId("evt", from));
  const ends = [before ?? highest, until === null ? highest : lowestId("evt", until)].toSorted();
  const high = values.add(ends[0] ?? highest);
  const limitAt = values.add(limit);
  // A payment and a merchant imply their partner. As an equality, it would have the planner read all of the partner's events.
  const ofPartner = `e.partner_id IS NOT DISTINCT FROM ${partner}`;
  let text: string;
  if (paymentId !== null) {
    const isOfMerchant = merchantIds === null ? "" : `AND e.merchant_id = ANY(${values.add(merchantIds)}::text[])`;
    const isOfType = types.length === 0 ? "" : `AND e.type = ANY(${values.add(types)}::text[])`;
    text = `SELECT ${columns} FROM event e WHERE e.payment_id = ${values.add(paymentId)} AND ${ofPartner} ${isOfMerchant}
      ${isOfType} AND e.id >= ${low} AND e.id < ${high} ORDER BY e.id DESC LIMIT ${limitAt}`;
  } else if (merchantIds !== null) {
    const merchants = `unnest(${values.add(merchantIds)}::text[]) AS m (id)`;
    const kinds = `unnest(${values.add(types.length === 0 ? eventTypes : types)}::text[]) AS t (type)`;
    const page = newest({ merchant_id: "m.id", type: "t.type" }, `AND ${ofPartner}`);
    text = newestOfEach(`${merchants} CROSS JOIN ${kinds}`, page);
  } else if (types.length > 0) {
    const kinds = `unnest(${values.add(types)}::text[]) AS t (type)`;
    text = newestOfEach(kinds, newest({ partner_id: `${partner}::text`, type: "t.type" }));
  } else {
    text = newest({ partner_id: `${partner}::text` });
  }
  return on.rows(nameStatement<StoredEvent>("event-page", text), values.all);

  function newest(of: Readonly<Record<string, string>>, more = ""): string {
    const index = `(${[...Object.keys(of), "id"].map((column) => `e.${column}`).join(", ")})`;
    const at = (id: string) => `(${[...Object.values(of), id].join(", ")})`;
    const order = [...Object.keys(of), "id"].map((column) => `e.${column} DESC`).join(", ");
    return `SELECT ${columns} FROM event e WHERE ${index} >= ${at(low)} AND ${index} < ${at(high)} ${more}
      ORDER BY ${order} LIMIT ${limitAt}`;
  }

  function newestOfEach(relation: string, page: string): string {
    return `SELECT e.* FROM ${relation} CROSS JOIN LATERAL (${page}) e ORDER BY e.id DESC LIMIT ${limitAt}`;
  }
}

const selectByIds = statement<StoredEvent>({
  name: "events-by-id",
  text: `SELECT ${columns} FROM unnest($1::text[], $2::text[]) AS n (partner_id, id)
    JOIN event e ON e.partner_id = n.partner_id AND e.id = n.id`,
});

/** Lists the events with these ids, in no order. One that has been deleted is missing. */
export function listStoredEventsById(
  on: Queryable,
  ids: readonly { partnerId: PartnerId; eventId: EventId }[],
): Promise<StoredEvent[]> {
  return on.rows(selectByIds, [ids.map(({ partnerId }) => partnerId), ids.map(({ eventId }) => eventId)]);
}

/** An event of a payment's history, with the payment's version after it. */
export type HistoryEntry = {
  paymentId: PaymentId;
  version: number;
  type: string;
  data: Readonly<Record<string, unknown>>;
  at: Date;
};

const selectHistories = statement<HistoryEntry>({
  name: "payment-histories",
  text: `SELECT payment_id AS "paymentId", version, type, data, created_at AS at FROM payment_event
    WHERE payment_id = ANY($1::text[]) ORDER BY payment_id, version`,
});

/** Lists payments' histories, each oldest first. Unscoped: the caller has found the payments in its scope. */
export function listHistories(on: Queryable, paymentIds: readonly PaymentId[]): Promise<HistoryEntry[]> {
  return on.rows(selectHistories, [paymentIds]);
}

/** The part of a payout that never changes, and its last destination; amounts are smallest units of `asset`. */
export type PayoutTerms = { paymentId: PaymentId; asset: Caip19; amount: AtomicAmount; destination: Caip10 | null };

const selectPayouts = statement<PayoutTerms & { amount: string }>({
  name: "payout-terms",
  text: `SELECT payment_id AS "paymentId", asset, amount, destination FROM payout WHERE payment_id = ANY($1::text[])`,
});

/** Lists the payouts of payments. Unscoped: the caller has found the payments in its scope. */
export async function listPayoutTerms(on: Queryable, paymentIds: readonly PaymentId[]): Promise<PayoutTerms[]> {
  const rows = await on.rows(selectPayouts, [paymentIds]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
