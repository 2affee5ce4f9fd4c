import { z } from "zod";
import { invalidField } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { Position } from "#lib/db/keyset.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { matchAssets, type PaymentFilter, type PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { paymentStatuses } from "#lib/domain/payments/payment.ts";
import { referenceText } from "#lib/domain/payments/reference.ts";

const dayMs = 86_400_000;
const some = z.array(z.string().min(1).max(128)).max(50).default([]);
const day = z.iso
  .date({ message: "must be a date such as 2026-01-31" })
  .startsWith("20", "must be a date such as 2026-01-31");

/** The filters of a payment list; omitted filters match everything. Days are in UTC, and both are included. */
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
  reference: z.string().min(3, "must have at least 3 characters").pipe(referenceText).optional(),
};

export const filterInput = z.strictObject(filter);

/** The filters and the order of a list. */
export const listInput = z.strictObject({
  ...filter,
  sort: z.enum(["date", "amount"]).default("date"),
  direction: z.enum(["asc", "desc"]).default("desc"),
});

/**
 * Converts the input to the domain's filter.
 * @throws TillError `params_validation` if the last day is before the first.
 */
export function toFilter(scope: PartnerScope, input: z.output<typeof filterInput>): PaymentFilter {
  const { statuses, merchants, tokens, networks, from, to, reference } = input;
  if (from !== undefined && to !== undefined && to < from)
    throw invalidField("to", "must be on or after the start date");
  return {
    partnerId: scope.partnerId,
    merchantIds: merchants,
    statuses,
    assets: matchAssets(tokens, networks.map(Number)),
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(Date.parse(to) + dayMs),
    reference: reference ?? null,
  };
}

export function toSort({ sort, direction }: z.output<typeof listInput>): PaymentSort {
  return { by: sort, direction };
}

const paymentId = z.string().refine((text) => isId("pay", text));

/**
 * The position of a page: the `next` of the page before it, or "" for the first. It grants no access: it only selects a
 * position within the rows that the member may see.
 */
export const place = z.string().max(160);

/** Parses a position. @throws TillError `params_validation` for one that is invalid in this order. */
export function toPosition(text: string, { by }: PaymentSort): Position | null {
  if (text === "") return null;
  const value = by === "date" ? z.iso.datetime({ precision: 3 }).startsWith("20") : z.string().regex(/^\d{1,78}$/);
  const parsed = z.tuple([value, paymentId]).safeParse(text.split(" "));
  if (!parsed.success) throw invalidField("after", "is not a valid position in this list");
  return parsed.data;
}

/** Formats a position that {@link toPosition} parses. */
export function fromPosition(position: Position | null): string | null {
  return position === null ? null : position.join(" ");
}
