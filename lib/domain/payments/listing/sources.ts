import type { Value } from "#lib/db/pool.ts";
import {
  conditionsOf,
  isOfFewMerchants,
  isOfRefunds,
  isOverdue,
  overdue,
  partsOpen,
} from "#lib/domain/payments/listing/conditions.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import type { Values } from "#lib/domain/payments/listing/values.ts";

type List = { column: "merchant_id" | "token_asset" | "status" | "lower(buyer_account)"; values: readonly string[] };

/**
 * Writes a query for rows of `payment` that include those of a page: UNION ALL of the first rows of each
 * value of the filter, where an index has the rows of each value in the order of the sort. By amount, such an
 * index exists for merchants and for no filter; by date, also for statuses, tokens and their pairs, and for
 * buyers. The other dimensions are conditions.
 * @param page the condition, order and limit of the page.
 */
export function sourcesOf(filter: PaymentFilter, sort: PaymentSort, values: Values, now: Date, page: string): string {
  const { refunds = [], ...byStatus } = filter;
  if (refunds.length > 0 && byStatus.statuses.length > 0) {
    // No payment is in both: refunded ones have succeeded, and callers leave out either that status or the refunds.
    const byRefund = sourcesOf({ ...filter, statuses: [] }, sort, values, now, page);
    return `${sourcesOf(byStatus, sort, values, now, page)} UNION ALL ${byRefund}`;
  }
  const kind = filter.search?.kind;
  if (kind === "buyerPart" || (kind === "buyer" && sort.by === "amount")) {
    // Reads all payments of the buyers. By the index of the sort, it would search them among all of the partner's.
    const all = `SELECT p.* FROM payment p WHERE ${conditionsOf(filter, values, now)} OFFSET 0`;
    return `(SELECT p.* FROM (${all}) p WHERE ${page})`;
  }
  const lists = listsOf(filter, sort);
  const conditions = conditionsOf(filter, values, now, leftOut(lists));
  const statuses = lists.find(({ column }) => column === "status");
  if (statuses === undefined) return firstOfEach(lists, conditions, values, page);
  const others = lists.filter((list) => list !== statuses);
  const sources: string[] = [];
  const isOpenParted = partsOpen(filter.statuses) && filter.statuses.includes("requires_action");
  const open = isOpenParted ? ` AND (p.status <> 'requires_action' OR NOT (${overdue(values, now)}))` : "";
  const ofTokens = others.some(({ column }) => column === "token_asset");
  const listed = ofTokens ? statuses.values.filter((status) => status !== "succeeded") : statuses.values;
  if (listed.length > 0) {
    const pairs = [...others, { ...statuses, values: listed }];
    // The index of tokens and statuses is partial: the planner uses it only for queries that exclude succeeded payments.
    const unsuccessful = ofTokens ? " AND p.status <> 'succeeded'" : "";
    sources.push(firstOfEach(pairs, conditions + open + unsuccessful, values, page));
  }
  if (listed.length < statuses.values.length) {
    sources.push(firstOfEach(others, `${conditions} AND p.status = 'succeeded'`, values, page));
  }
  if (partsOpen(filter.statuses) && filter.statuses.includes("expired")) {
    const rest = conditionsOf(filter, values, now, ["status"]);
    // Reads all overdue payments, which the expiry job keeps few. By date, it would search them among all open ones.
    sources.push(`(SELECT p.* FROM
      (SELECT p.* FROM payment p WHERE ${isOverdue(values, now)} AND ${rest} OFFSET 0) p WHERE ${page})`);
  }
  return sources.join(" UNION ALL ");
}

/** The dimensions for which an index has the rows of each value, or of each combination, in the order of the sort. */
function listsOf(filter: PaymentFilter, sort: PaymentSort): List[] {
  const { merchantIds, assets, statuses, reference, search = null } = filter;
  if (search?.kind === "buyer" && sort.by === "date")
    return [{ column: "lower(buyer_account)", values: search.accounts }];
  if (reference !== null || search !== null || isOfRefunds(filter)) return [];
  const lists: List[] = [];
  if (isOfFewMerchants(filter)) {
    lists.push({ column: "merchant_id", values: [...new Set(merchantIds)] });
  } else if (assets !== null && sort.by === "date") lists.push({ column: "token_asset", values: assets });
  if (statuses.length > 0 && sort.by === "date") lists.push({ column: "status", values: [...new Set(statuses)] });
  return lists;
}

const dimensions = {
  merchant_id: "merchant",
  token_asset: "asset",
  status: "status",
  "lower(buyer_account)": "buyer",
} as const;

function leftOut(lists: readonly List[]) {
  return lists.map(({ column }) => dimensions[column]);
}

function firstOfEach(lists: readonly List[], conditions: string, values: Values, page: string): string {
  if (lists.length === 0) return `(SELECT p.* FROM payment p WHERE ${conditions} AND ${page})`;
  const combinations = lists.reduce<string[][]>(
    (begun, { values: next }) => begun.flatMap((combination) => next.map((value) => [...combination, value])),
    [[]],
  );
  const arrays = lists.map(({ column }, at): string => {
    const array: Value = combinations.map((combination) => combination[at] as string);
    return `${values.add(array)}::${column === "status" ? "payment_status" : "text"}[]`;
  });
  return `(SELECT f.* FROM unnest(${arrays.join(", ")}) AS v (${lists.map((_, at) => `v${at}`).join(", ")}) CROSS JOIN LATERAL
    (SELECT p.* FROM payment p
      WHERE ${lists.map(({ column }, at) => `${columnOf(column)} = v${at}`).join(" AND ")} AND ${conditions} AND ${page}) f)`;
}

function columnOf(column: List["column"]): string {
  return column === "lower(buyer_account)" ? "lower(p.buyer_account)" : `p.${column}`;
}
