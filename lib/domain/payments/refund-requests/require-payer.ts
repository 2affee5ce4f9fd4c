import { findToken } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { type AtomicAmount, formatAtomic } from "#lib/core/money.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { findStanding, type SettlementStanding } from "#lib/domain/payments/reading/repository.ts";
import { findRefundPayer, type RequestObstacle } from "#lib/domain/payments/refunds/refundable.ts";

/**
 * The payer of a requested refund: the merchant's wallet, or the treasury, with the amount that it holds and
 * returns as a whole.
 */
export type RequiredPayer = { payer: "merchant" } | { payer: "treasury"; held: AtomicAmount };

/**
 * Finds out who pays a requested refund. Call it with the payout's and the payment's rows locked.
 * @param left the part of the payment that no refund claims, in smallest units of the token.
 * @throws TillError `invalid_state` while the money is on its way, or can't be returned by Till.
 */
export async function requirePayer(tx: Tx, payment: Payment, left: AtomicAmount): Promise<RequiredPayer> {
  const standing = payment.settlement === null ? await findStanding(tx, payment.id) : null;
  const found = findRefundPayer(payment, standing, left);
  if (found.payer === null) {
    throw new TillError("invalid_state", { message: sentenceOf(found.obstacle, standing, left) });
  }
  return found.payer === "treasury" && standing !== null
    ? { payer: "treasury", held: standing.amount }
    : { payer: "merchant" };
}

function sentenceOf(obstacle: RequestObstacle, standing: SettlementStanding | null, left: AtomicAmount): string {
  switch (obstacle) {
    case "under_way":
      return "The payment can't be refunded yet, because its payout is under way. Try again once it is settled.";
    case "other_treasury":
      return `The payment's money is held in the treasury ${standing?.treasury}, whose key this installation doesn't have. Its owner has to send it to the buyer. Ask the operator to record it. The payment is then refunded.`;
    case "has_moved":
      return "The payment can't be refunded by a request, because its last transfer moved money but delivered less than is owed. Another one would pay twice: check its transaction, then mark what the buyer received.";
    case "returned":
      return "Another refund returns, or has returned, the payment's money to the buyer. What's left can only be marked as refunded.";
    case "claimed":
      return `The treasury holds ${formatIn(standing, standing?.amount ?? 0n)} for this payment and can only return the full amount, but other refunds leave only ${formatIn(standing, left)}. Pay the merchant out first and request the rest from its wallet, or mark it as refunded.`;
    case "unrecorded":
      return "The payment can't be refunded by a request, because the amount collected for it is not on record. Return the money, then mark the payment as refunded.";
  }
}

/**
 * Requires that a refund from the treasury is of all that is held, which is one transfer.
 * @param asked the amount of the request, in smallest units of the token; null without one.
 * @throws TillError `params_validation` on `amount`.
 */
export function requireAllHeld(asked: AtomicAmount | null, held: AtomicAmount, asset: Caip19): void {
  if (asked === null || asked === held) return;
  const all = `${formatIn({ asset }, held)} (${held} in caip19/${asset})`;
  throw invalidField(
    "amount",
    `must be ${all}, everything that the treasury holds for the payment: leave the amount out, or pay the merchant out first and request another amount from its wallet, or mark the refund`,
  );
}

function formatIn(of: { asset: Caip19 } | null, amount: AtomicAmount): string {
  const token = of === null ? null : findToken(of.asset);
  return token === null ? `${amount}` : `${formatAtomic(amount, token.decimals)} ${token.symbol}`;
}
