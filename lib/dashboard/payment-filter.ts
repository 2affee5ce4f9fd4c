import { z } from "zod";
import { invalidField } from "#lib/core/errors.ts";
import type { Position } from "#lib/db/keyset.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { paymentStatuses } from "#lib/domain/payments/payment.ts";
import {
  paymentPosition,
  paymentSortBy,
  referenceSearch,
  sortDirection,
  toPaymentFilter,
} from "#lib/edge/payment-filter.ts";

const dayMs = 86_400_000;
const some = z.array(z.string().min(1).max(128)).max(50).default([]);
const day = z.iso
  .date({ message: "must be a date such as 2026-01-31" })
  .startsWith("20", "must be a date such as 2026-01-31");

/** Which payments a page is about; what is left out does not narrow. Days are in UTC and both included. */
const filter = {
  statuses: z.array(z.enum(paymentStatuses)).max(paymentStatuses.length).default([]),
  merchants: some,
  /** Symbols. */
  tokens: some,
  /** Chain ids. */
  networks: z
    .array(z.string().regex(/^[1-9]\d{0,9}$/, "must be a chain id"))
    .max(50)
    .default([]),
  from: day.optional(),
  to: day.optional(),
  reference: referenceSearch.optional(),
};

export const filterInput = z.strictObject(filter);

/** The same with an order. */
export const listInput = z.strictObject({
  ...filter,
  sort: paymentSortBy.default("date"),
  direction: sortDirection.default("desc"),
});

/** @throws TillError `params_validation` for a last day before the first. */
export function toFilter(scope: PartnerScope, input: z.output<typeof filterInput>): PaymentFilter {
  const { statuses, merchants, tokens, networks, from, to, reference } = input;
  if (from !== undefined && to !== undefined && to < from)
    throw invalidField("to", "must be on or after the start date");
  return toPaymentFilter({
    partnerId: scope.partnerId,
    merchantIds: merchants,
    statuses,
    symbols: tokens,
    chainIds: networks.map(Number),
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : new Date(Date.parse(to) + dayMs),
    reference,
  });
}

export function toSort({ sort, direction }: z.output<typeof listInput>): PaymentSort {
  return { by: sort, direction };
}

/**
 * Where a page begins: what its `next` said, or "" for the first. It is no secret and gives no access; it only says where
 * to go on in what the member may see.
 */
export const place = z.string().max(160);

/** Reads a place. @throws TillError `params_validation` for one that is none in this order. */
export function toPosition(text: string, { by }: PaymentSort): Position | null {
  if (text === "") return null;
  const parsed = paymentPosition(by).safeParse(text.split(" "));
  if (!parsed.success) throw invalidField("after", "is not a valid position in this list");
  return parsed.data;
}

/** Writes a place, which {@link toPosition} reads. */
export function fromPosition(position: Position | null): string | null {
  return position === null ? null : position.join(" ");
}
