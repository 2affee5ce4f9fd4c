import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { formatAtomic } from "#lib/core/money.ts";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

type Refundable = NonNullable<PaymentDetail["refundable"]>;

/** The amount of a refund as the server takes it, in major units of `unit`. */
type RequestedAmount = { unit: string; value: string };

/**
 * Returns the exact amount of the token that a dialog shows. The dialog may be older than the payment's other
 * refunds: the amount that the member saw is refunded, or refused, and never another one.
 */
export function shownAmount({ tokenUnit }: Refundable, { value, decimals }: ShownMoney): RequestedAmount {
  return { unit: tokenUnit, value: formatAtomic(BigInt(value), decimals) };
}

/**
 * Returns the amount that a member has typed in the payment's own unit.
 * @param all the text that the field began with. Unchanged, it means all that is left, including what the conversion to the
 * payment's unit rounds away.
 */
export function typedAmount(refundable: Refundable, typed: string, all: string): RequestedAmount {
  return typed === all ? shownAmount(refundable, refundable.left) : { unit: refundable.unit, value: typed };
}
