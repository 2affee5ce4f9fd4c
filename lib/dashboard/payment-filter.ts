import { z } from "zod";
import { modeOf } from "#lib/core/account-mode.ts";
import { invalidField } from "#lib/core/errors.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import { dayRangeFields, toBounds } from "#lib/dashboard/day-range.ts";
import type { ShownState } from "#lib/dashboard/present/payment.ts";
import type { Position } from "#lib/db/keyset.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { parseSearch } from "#lib/domain/payments/listing/parse-search.ts";
import { paymentStatuses } from "#lib/domain/payments/payment.ts";
import { paymentPosition, paymentSortBy, sortDirection, toPaymentFilter } from "#lib/edge/payment-filter.ts";

const shownStates = [...paymentStatuses, "refunded", "partly_refunded"] as const satisfies readonly ShownState[];
const some = z.array(z.string().min(1).max(128)).max(50).default([]);

/** The filters of a payment list; omitted filters match everything. Days are in UTC, and both are included. */
const filter = {
  /** States as shown: a payment that was refunded matches `succeeded` too. */
  statuses: z.array(z.enum(shownStates)).max(shownStates.length).default([]),
  merchants: some,
  /** Symbols. */
  tokens: some,
  /** Chain ids. */
  networks: z
    .array(z.string().regex(/^[1-9]\d{0,9}$/, "must be a chain id"))
    .max(50)
    .default([]),
  ...dayRangeFields,
  /** A payment ID or link, a merchant ID, a transaction hash, a buyer's address, or a part of a reference in any letter case. */
  search: z.string().trim().min(3, "must have at least 3 characters").max(200).optional(),
};

export const filterInput = z.strictObject(filter);

/** The filters and the order of a list. */
export const listInput = z.strictObject({
  ...filter,
  sort: paymentSortBy.default("date"),
  direction: sortDirection.default("desc"),
});

/**
 * Converts the input to the domain's filter.
 * @throws TillError `params_validation` if the last day is before the first.
 */
export function toFilter(scope: PartnerScope, input: z.output<typeof filterInput>): PaymentFilter {
  const { merchants, tokens, networks } = input;
  const search = input.search === undefined ? null : parseSearch(input.search, modeOf(scope.partnerId));
  const isOfMerchant = search?.kind === "merchant";
  const filter = toPaymentFilter({
    partnerId: scope.partnerId,
    merchantIds: isOfMerchant ? merchantsIn(merchants, search.id) : merchants,
    ...toStatuses(input.statuses),
    symbols: tokens,
    chainIds: networks.map(Number),
    ...toBounds(input),
    reference: undefined,
  });
  return { ...filter, search: isOfMerchant ? null : search };
}

/** Converts shown states to statuses and refunds. The status `succeeded` selects refunded payments already. */
function toStatuses(states: readonly ShownState[]): Pick<PaymentFilter, "statuses" | "refunds"> {
  const statuses = states.filter((state) => state !== "refunded" && state !== "partly_refunded");
  if (statuses.includes("succeeded")) return { statuses };
  const refunds = [
    ...(states.includes("refunded") ? ["full" as const] : []),
    ...(states.includes("partly_refunded") ? ["part" as const] : []),
  ];
  return { statuses, refunds };
}

/** The merchant that was searched for, among the chosen ones; when it isn't among them, a list that matches none. */
function merchantsIn(chosen: readonly string[], id: MerchantId): string[] {
  return chosen.length === 0 || chosen.includes(id) ? [id] : [""];
}

export function toSort({ sort, direction }: z.output<typeof listInput>): PaymentSort {
  return { by: sort, direction };
}

/**
 * The position of a page: the `next` of the page before it, or "" for the first. It grants no access: it only selects a
 * position within the rows that the member may see.
 */
export const place = z.string().max(160);

/** Parses a position. @throws TillError `params_validation` for one that is invalid in this order. */
export function toPosition(text: string, { by }: PaymentSort): Position | null {
  if (text === "") return null;
  const parsed = paymentPosition(by).safeParse(text.split(" "));
  if (!parsed.success) throw invalidField("after", "is not a valid position in this list");
  return parsed.data;
}

/** Formats a position that {@link toPosition} parses. */
export function fromPosition(position: Position | null): string | null {
  return position === null ? null : position.join(" ");
}
