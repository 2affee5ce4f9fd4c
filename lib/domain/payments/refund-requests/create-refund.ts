import { findToken } from "#lib/chain/tokens.ts";
import { currentActor } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { type AtomicAmount, formatAtomic } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { isInScope, type PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { createLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import { applyPaymentEvent, applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import { holdPayment } from "#lib/domain/payments/hold-payment.ts";
import { findLeastRefund } from "#lib/domain/payments/minimum/minimum-payments.ts";
import type { Payment, PaymentResult } from "#lib/domain/payments/payment.ts";
import { returnHeldMoney } from "#lib/domain/payments/payouts/held/return-held-money.ts";
import { lockPayoutOfPartner } from "#lib/domain/payments/payouts/repository.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { chooseRecipient, type TransferRefund } from "#lib/domain/payments/refund-requests/choose-recipient.ts";
import { declinedBuyer } from "#lib/domain/payments/refund-requests/offer-refund-options.ts";
import { requireAllHeld, requirePayer } from "#lib/domain/payments/refund-requests/require-payer.ts";
import {
  draftRefund,
  isClaim,
  type Refund,
  type RefundMode,
  refundLink,
  refundValidMs,
} from "#lib/domain/payments/refunds/refund.ts";
import { type RequestedAmount, refundAmount } from "#lib/domain/payments/refunds/refund-amount.ts";
import { leftToRefund } from "#lib/domain/payments/refunds/refundable.ts";
import { insertRefund, listRefunds } from "#lib/domain/payments/refunds/repository.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";

/**
 * A refund to create. Without an amount, all that is left of the payment. The account to refund, as CAIP-10, is only for a payment that
 * was paid by transfers.
 */
export type RefundRequest = {
  paymentId: string;
  mode: RefundMode;
  amount?: RequestedAmount | undefined;
  refundAddress?: string | undefined;
};

/**
 * A request with the smallest refund that is worth its gas, in smallest units of the token, null while that isn't known; the
 * verdict on the buyer, who is screened for a request of a payment that isn't settled; and for a payment that was paid by transfers,
 * the account to refund.
 */
export type PreparedRefund = RefundRequest & {
  least: AtomicAmount | null;
  isBuyerDeclined: boolean;
  ofTransfer?: TransferRefund | null;
};

/** A new refund, and the link for the merchant's wallet; null for a mark, and for a refund from the treasury. */
export type CreatedRefund = { refund: Refund; url: string | null };

/**
 * Looks up what {@link createRefund} needs from other hosts: for a requested refund, the gas of its
 * transaction, and the screening of a buyer whom the treasury may pay, or of the account that a refund of
 * transfers goes to. Asks no host about a payment outside of the scope, which createRefund then refuses.
 * @throws TillError `bad_gateway` when the rate source or the screening fails; as {@link chooseRecipient}.
 */
export async function prepareRefund(
  scope: PartnerScope,
  request: RefundRequest,
  rates: RateSource,
): Promise<PreparedRefund> {
  const { mode, paymentId, refundAddress } = request;
  const [payment] = isId("pay", paymentId) ? await listPaymentsById(database, [paymentId]) : [];
  if (payment === undefined || !isInScope(scope, payment)) return { ...request, least: null, isBuyerDeclined: false };
  const ofTransfer = await chooseRecipient(payment, mode, refundAddress);
  if (mode === "mark") return { ...request, ofTransfer, least: null, isBuyerDeclined: false };
  const token = payment.result ? findToken(payment.result.asset) : null;
  // A settled payment is refunded by the merchant's wallet, whose confirm screens the buyer. No payment becomes unsettled again.
  const buyer = payment.result && payment.settlement === null ? payment.buyer : null;
  const isBuyerDeclined = buyer !== null && (await screenAccount(buyer.account)) !== "accepted";
  const least = token === null ? null : await findLeastRefund(token, rates);
  return { ...request, ofTransfer, least, isBuyerDeclined };
}

/**
 * Refunds a succeeded payment in full or in part. A mark records a refund that was paid some other way, and
 * moves no money. A request creates a link, at which the merchant's wallet signs the refund; while the
 * treasury holds the payment's money, it sends all of that to the buyer instead, without a link. The
 * payment's status stays succeeded. Of two concurrent calls, the second waits for the first.
 * @throws TillError `not_found`; `forbidden` for a payment of a merchant other than the scope's;
 * `payment_not_succeeded`; `already_refunded` when nothing is left; `params_validation` for an amount beyond
 * what is left, too small, or other than what is held; `invalid_state` for a request while the money is on
 * its way to the merchant, or in a treasury whose key Till doesn't have, or whose buyer was declined.
 */
export async function createRefund(tx: Tx, scope: PartnerScope, prepared: PreparedRefund): Promise<CreatedRefund> {
  const { mode, paymentId: asked } = prepared;
  // The payout's row before the payment's, in the order in which recordPayout locks them.
  if (mode === "request" && isId("pay", asked)) await lockPayoutOfPartner(tx, asked, scope.partnerId);
  const payment = await holdPayment(tx, scope, asked, "not_found");
  const { id: paymentId, result } = payment;
  // Null as well for a payment that has succeeded by transfers since the request was prepared.
  const recipient = payment.buyer?.account ?? prepared.ofTransfer?.recipient ?? null;
  if (payment.storedStatus !== "succeeded" || result === null) throw new TillError("payment_not_succeeded");
  if (payment.refundedAt !== null) throw new TillError("already_refunded");
  if (recipient === null) throw new TillError("payment_not_succeeded");
  const { amount, payer } = await chooseTerms(tx, payment, result, prepared);
  const now = clock.now();
  const link = payer === "merchant" ? createLinkToken() : null;
  const terms = {
    mode,
    isFromTreasury: payer === "treasury",
    storedState: payer === null ? "marked" : initialStates[payer],
    asset: result.asset,
    amount,
    recipient,
    expiresAt: link && new Date(now.getTime() + refundValidMs),
  } as const;
  const refund = draftRefund(payment, terms, now);
  const actor = currentActor();
  const createdBy = actor === null ? null : `${actor.kind}:${actor.id ?? actor.name}`;
  await insertRefund(tx, refund, { createdBy, tokenHash: link?.tokenHash ?? null });
  if (payer === null) await recordMark(tx, payment, result, refund, now);
  else if (payer === "treasury") await returnHeldMoney(tx, refund, now);
  else {
    const { id: refundId, asset } = refund;
    await applyPaymentEvent(tx, paymentId, { type: "refund_requested", refundId, asset, amount }, now);
  }
  return { refund, url: link && refundLink(link.token) };
}

const initialStates = { merchant: "requested", treasury: "processing" } as const;

/** The amount of a refund in smallest units of the token, and its payer; null for a mark. */
type Terms = { amount: AtomicAmount; payer: "merchant" | "treasury" | null };

async function chooseTerms(
  tx: Tx,
  payment: Payment,
  result: PaymentResult,
  { mode, amount: requested, least, isBuyerDeclined, ofTransfer }: PreparedRefund,
): Promise<Terms> {
  const refunds = await listRefunds(tx, [payment.id]);
  const left = leftToRefund(result.amount, refunds);
  if (left === 0n) {
    const message =
      "The whole payment has been refunded or requested as a refund. To refund it another way, cancel the requested refund first.";
    throw new TillError("already_refunded", { message });
  }
  const choose = () => {
    const { asset, amount: paid } = result;
    const claims = refunds.filter(({ storedState }) => isClaim(storedState)).length;
    const price = ofTransfer?.price ?? paid;
    return requested && refundAmount(requested, { asked: payment.amount, asset, price, paid, left, claims });
  };
  if (mode === "mark") return { amount: choose() ?? left, payer: null };
  const required = await requirePayer(tx, payment, left);
  const asked = choose() ?? null;
  if (required.payer === "treasury") {
    if (isBuyerDeclined) throw declinedBuyer();
    requireAllHeld(asked, required.held, result.asset);
  }
  const amount = required.payer === "treasury" ? required.held : (asked ?? left);
  requireWorthGas(amount, result, least);
  return { amount, payer: required.payer };
}

async function recordMark(tx: Tx, payment: Payment, { amount: paid }: PaymentResult, refund: Refund, now: Date) {
  const { id: refundId, asset, amount, paymentId: id } = refund;
  const refunded = payment.refunded + amount;
  const marked = { type: "refund_marked", refundId, asset, amount, refunded } as const;
  // A payment that is refunded at once has one event.
  const partial = refunded === paid ? [marked, { type: "refunded" } as const] : [marked];
  const events = amount === paid ? [{ type: "refunded", refundId } as const] : partial;
  await applyPaymentEvents(tx, [{ id, events }], now);
}

function requireWorthGas(amount: AtomicAmount, { asset }: PaymentResult, least: AtomicAmount | null): void {
  const token = findToken(asset);
  if (least === null || token === null || amount >= least) return;
  const text = `${formatAtomic(least, token.decimals)} ${token.symbol}`;
  throw invalidField(
    "amount",
    `must be worth at least ${text} to cover network costs; refund more, or mark it as refunded`,
  );
}
