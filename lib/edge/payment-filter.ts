import { z } from "zod";
import { modeOf } from "#lib/core/account-mode.ts";
import { isId } from "#lib/core/ids.ts";
import type { Position } from "#lib/db/keyset.ts";
import { matchAssets, type PaymentFilter, type PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { referenceText } from "#lib/domain/payments/reference.ts";
import { timePosition } from "#lib/edge/cursor.ts";

/** The order of a list of payments. */
export const paymentSortBy = z.enum(["date", "amount"]);
export const sortDirection = z.enum(["asc", "desc"]);

/** A search in payment references; shorter ones would match too much to use the index. */
export const referenceSearch = referenceText(3);

type AskedFilter = Omit<PaymentFilter, "assets" | "from" | "until" | "reference"> & {
  symbols: readonly string[];
  chainIds: readonly number[];
  from: Date | undefined;
  until: Date | undefined;
  reference: string | undefined;
};

/** A client's filter as the domain reads it. */
export function toPaymentFilter({ symbols, chainIds, from, until, reference, ...rest }: AskedFilter): PaymentFilter {
  return {
    ...rest,
    assets: matchAssets(modeOf(rest.partnerId), symbols, chainIds),
    from: from ?? null,
    until: until ?? null,
    reference: reference ?? null,
  };
}

const datePosition = timePosition("pay");
const amountPosition: z.ZodType<Position> = z.tuple([
  z.string().regex(/^\d{1,78}$/),
  z.string().refine((text) => isId("pay", text)),
]);

/** The positions of a list of payments in this order. */
export function paymentPosition(by: PaymentSort["by"]): z.ZodType<Position> {
  return by === "date" ? datePosition : amountPosition;
}
