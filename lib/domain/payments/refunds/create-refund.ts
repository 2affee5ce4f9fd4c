import { findToken } from "#lib/chain/tokens.ts";
import { currentActor } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { isId, newId } from "#lib/core/ids.ts";
import { type AtomicAmount, formatAtomic } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { createLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import { applyPaymentEvent, applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import { holdPayment } from "#lib/domain/payments/hold-payment.ts";
import { findLeastRefund } from "#lib/domain/payments/minimum/minimum-payments.ts";
import type { Payment, PaymentResult } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import {
  isClaim,
  type Refund,
  type RefundMode,
  refundLink,
  refundValidMs,
} from "#lib/domain/payments/refunds/refund.ts";
import { type RequestedAmount, refundAmount } from "#lib/domain/payments/refunds/refund-amount.ts";
import { leftToRefund, requestObstacle } from "#lib/domain/payments/refunds/refundable.ts";
import { findSettlement, insertRefund, listRefunds } from "#lib/domain/payments/refunds/repository.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";

/** A refund to create. Without an amount, all that is left of the payment. */
export type RefundRequest = { paymentId: string; mode: RefundMode; amount?: RequestedAmount | undefined };

/** A request with the smallest refund that is worth its gas, in smallest units of the token; null while that isn't known. */
export type PreparedRefund = RefundRequest & { least: AtomicAmount | null };

/** A new refund, and the link for the merchant's wallet; null for a mark. */
export type CreatedRefund = { refund: Refund; url: string | null };

/**
 * Looks up what {@link createRefund} needs from other hosts: for a requested refund, the gas of its transaction.
 * @throws TillError `bad_gateway` when the rate source fails.
 */
export async function prepareRefund(request: RefundRequest, rates: RateSource): Promise<PreparedRefund> {
  const { mode, paymentId } = request;
  if (mode === "mark" || !isId("pay", paymentId)) return { ...request, least: null };
  const [payment] = await listPaymentsById(database, [paymentId]);
  const token = payment?.result ? findToken(payment.result.asset) : null;
  return { ...request, least: token === null ? null : await findLeastRefund(token, rates) };
}

/**
 * Refunds a succeeded payment in full or in part. A mark records a refund that was paid some other way, and moves no money. A
 * request creates a link, at which the merchant's wallet signs the refund. The payment's status stays succeeded (WIRE, Payments). Of
 * two concurrent calls, the second waits for the first.
 * @throws TillError `not_found`; `forbidden` for a payment of a merchant other than the scope's; `payment_not_succeeded`;
 * `already_refunded` when nothing is left; `params_validation` for an amount beyond what is left, or too small; `invalid_state` for a
 * request while the merchant doesn't have the money.
 */
export async function createRefund(tx: Tx, scope: PartnerScope, prepared: PreparedRefund): Promise<CreatedRefund> {
  const payment = await holdPayment(tx, scope, prepared.paymentId, "not_found");
  const { id: paymentId, partnerId, merchantId, result, buyer } = payment;
  if (payment.storedStatus !== "succeeded" || result === null || buyer === null) {
    throw new TillError("payment_not_succeeded");
  }
  if (payment.refundedAt !== null) throw new TillError("already_refunded");
  const amount = await chooseAmount(tx, payment, result, prepared.amount);
  const { mode } = prepared;
  if (mode === "request") {
    await requirePaidByMerchant(tx, payment);
    requireWorthGas(amount, result, prepared.least);
  }
  const now = clock.now();
  const link = mode === "request" ? createLinkToken() : null;
  const refund: Refund = {
    id: newId("rfd", now),
    paymentId,
    partnerId,
    merchantId,
    mode,
    storedState: mode === "request" ? "requested" : "marked",
    asset: result.asset,
    amount,
    recipient: buyer.account,
    txHash: null,
    failure: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: mode === "request" ? new Date(now.getTime() + refundValidMs) : null,
  };
  const actor = currentActor();
  const createdBy = actor === null ? null : `${actor.kind}:${actor.id ?? actor.name}`;
  await insertRefund(tx, refund, { createdBy, tokenHash: link?.tokenHash ?? null });
  if (link === null) await recordMark(tx, payment, result, refund, now);
  else {
    const { id: refundId, asset } = refund;
    await applyPaymentEvent(tx, paymentId, { type: "refund_requested", refundId, asset, amount }, now);
  }
  return { refund, url: link && refundLink(link.token) };
}

async function recordMark(tx: Tx, payment: Payment, { amount: paid }: PaymentResult, refund: Refund, now: Date) {
  const { id: refundId, asset, amount, paymentId: id } = refund;
  const refunded = payment.refunded + amount;
  const marked = { type: "refund_marked", refundId, asset, amount, refunded } as const;
  const full = { type: "refunded" } as const;
  // A payment that is refunded at once has one event, as before there were amounts.
  const partial = refunded === paid ? [marked, full] : [marked];
  const events = amount === paid ? [full] : partial;
  await applyPaymentEvents(tx, [{ id, events }], now);
}

async function chooseAmount(
  tx: Tx,
  { id, amount: asked }: Payment,
  { asset, amount: paid }: PaymentResult,
  requested: RequestedAmount | undefined,
): Promise<AtomicAmount> {
  const refunds = await listRefunds(tx, [id]);
  const claims = refunds.filter(({ storedState }) => isClaim(storedState));
  const left = leftToRefund(paid, refunds);
  if (left === 0n) {
    const message =
      "All of the payment is refunded, or requested as a refund. To refund it another way, cancel the requested refund first.";
    throw new TillError("already_refunded", { message });
  }
  if (requested === undefined) return left;
  return refundAmount(requested, { asked, asset, paid, left, claims: claims.length });
}

/**
 * Requires that the merchant has the money. Held money is in the treasury, so its refund has to be paid from there, and not by a
 * wallet of the merchant.
 */
async function requirePaidByMerchant(tx: Tx, payment: Payment): Promise<void> {
  const obstacle = requestObstacle(payment, (await findSettlement(tx, payment.id))?.state ?? null);
  if (obstacle === null) return;
  const message =
    obstacle === "under_way"
      ? "The payment can't be refunded by the merchant's wallet yet, because its payout is under way. Try again once it is settled."
      : "The payment can't be refunded by the merchant's wallet, because its money is held in the treasury. A refund of held money is paid from the treasury: ask the operator, then mark it as refunded.";
  throw new TillError("invalid_state", { message });
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
