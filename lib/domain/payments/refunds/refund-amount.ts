import type { Caip19 } from "#lib/core/caip.ts";
import { invalidField } from "#lib/core/errors.ts";
import { type AtomicAmount, formatUnit, type Money, parseUnit } from "#lib/core/money.ts";
import { inOwnUnit } from "#lib/domain/payments/refunds/refundable.ts";

/** A requested amount: a unit as the API writes it, and a positive integer in its smallest units. */
export type RequestedAmount = { unit: string; value: string };

/** A payment's amount that can still be refunded, after `claims` earlier refunds. */
export type Refundable = {
  /** The amount that the payment asked for. */
  asked: Money;
  /**
   * The amount that the payment asked for in `asset`, the amount that the buyer paid, which differs after transfers of too much or too
   * little, and the rest that is left of that, in its smallest units.
   */
  asset: Caip19;
  price: AtomicAmount;
  paid: AtomicAmount;
  left: AtomicAmount;
  claims: number;
};

/**
 * Returns the amount of a refund in smallest units of the token that was paid. An amount in the payment's own
 * unit is converted pro rata and rounded down. The refund that completes the payment's own amount takes what
 * rounding has left of the token as well: less than one smallest unit for each refund before it.
 * @throws TillError `params_validation` on `amount` for another unit, for more than is left, and for less than one smallest unit.
 */
export function refundAmount({ unit, value }: RequestedAmount, refundable: Refundable): AtomicAmount {
  const { asked, asset, price, paid, left, claims } = refundable;
  const parsed = parseUnit(unit);
  const text = parsed === null ? null : formatUnit(parsed);
  const isToken = text === `caip19/${asset}`;
  if (!isToken && text !== formatUnit(asked.unit)) {
    const units = [...new Set([formatUnit(asked.unit), `caip19/${asset}`])].join(" or ");
    throw invalidField("amount.unit", `must be ${units}, the unit of the payment or the token that was paid`);
  }
  const requested = BigInt(value);
  const isOwnUnit = !isToken;
  const amount = isOwnUnit ? (price * requested) / asked.value : requested;
  if (amount > left) throw tooMuch(refundable, isToken);
  if (amount === 0n) {
    throw invalidField("amount.value", "is less than one smallest unit of the token that was paid: refund more");
  }
  const dust = left - amount;
  // As much as one smallest unit of the payment's own is worth isn't dust: another refund can take it.
  const isDust = dust <= BigInt(claims) && dust * asked.value < price;
  return isOwnUnit && isDust && paid - left > 0n ? left : amount;
}

function tooMuch({ asked, asset, price, left }: Refundable, isToken: boolean) {
  const max = isToken ? left : inOwnUnit(left, { asked, price }).value;
  const unit = isToken ? `caip19/${asset}` : formatUnit(asked.unit);
  return invalidField("amount.value", `must be at most ${max}, which is left to refund in ${unit}`);
}
