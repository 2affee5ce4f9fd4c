import { createHmac } from "node:crypto";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Locale } from "#lib/core/locales.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { getMerchantBranding } from "#lib/domain/merchants/repository.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import {
  openReceiptEmail,
  type ReceiptRequest,
  sealReceiptRequest,
} from "#lib/domain/payments/receipts/receipt-request.ts";
import {
  insertReceiptRequest,
  listReceiptRequests,
  lockReceiptRequests,
} from "#lib/domain/payments/receipts/repository.ts";
import { type Budget, createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";
import { env } from "#lib/env/env.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/** Anyone with a payment's link can ask for its receipt, so the number of addresses is limited. */
const maxAddressesPerPayment = 3;

/** Receipts that one address gets in a day, of all payments. */
const maxReceiptsPerDay = 10;

const perEmail = processSingleton("receipts-per-email", (): Budget => {
  return createBudget({ policy: "receipts", limit: maxReceiptsPerDay, seconds: 86_400, redis: sharedRedis() });
});

/** True when this installation can send receipts: it has a mail server, and a key that encrypts email addresses. */
export function canSendReceipts(): boolean {
  return isEmailConfigured() && env().DATA_ENCRYPTION_KEY !== undefined;
}

/**
 * Stores the email address to which a payment's receipt goes, encrypted, and enqueues the email, in one
 * transaction. An address that has asked before gets no second email, and the caller doesn't learn of it.
 * @throws TillError `payment_not_found`; `invalid_state` unless the payment has succeeded; `forbidden` when receipts are off;
 * `rate_limited` after three addresses of a payment, or ten receipts to an address in a day.
 */
export async function requestReceipt(paymentId: string, email: string, locale: Locale): Promise<void> {
  const payment = await getPayment({ partnerId: null, merchantId: null }, paymentId);
  const { sendsReceipts } = await getMerchantBranding(database, payment.merchantId);
  // Otherwise anyone could have receipts of payments that cost nothing sent to any address.
  if (!sendsReceipts || !canSendReceipts() || isTestAccount(payment.partnerId)) {
    throw new TillError("forbidden", {
      message: "Receipts by email are off for this merchant. Print the receipt, or ask the merchant for one.",
    });
  }
  if (statusAt(payment, clock.now()) !== "succeeded") {
    const message = "The payment hasn't succeeded, so there is no receipt yet. Try again once it has.";
    throw new TillError("invalid_state", { message });
  }
  const address = email.toLowerCase();
  if (isKnown(await listReceiptRequests(database, payment.id), address)) return;
  const quota = await perEmail().spend(counterOf(address));
  if (quota?.isOver) throw rateLimited(quota, clock.now().getTime());
  await inTransaction((tx) => addRequest(tx, payment.id, address, locale));
}

/** The name of an address's counter, which tells nothing about the address to those who read the counters. */
function counterOf(address: string): string {
  return createHmac("sha256", `receipts ${env().AUTH_SECRET ?? ""}`)
    .update(address)
    .digest("base64url");
}

async function addRequest(tx: Tx, paymentId: PaymentId, address: string, locale: Locale): Promise<void> {
  await lockReceiptRequests(tx, paymentId);
  const requests = await listReceiptRequests(tx, paymentId);
  if (isKnown(requests, address)) return;
  if (requests.length >= maxAddressesPerPayment) {
    const message = "This receipt was sent to 3 addresses, which is the limit. Print it instead.";
    throw new TillError("rate_limited", { message, retryAfterSeconds: 86_400 });
  }
  const request = sealReceiptRequest(paymentId, address, locale, clock.now());
  await insertReceiptRequest(tx, request);
  await enqueue(tx, "send_mail", { kind: "receipt", receiptId: request.id }, `mail:receipt:${request.id}`);
}

/** A request whose key is no longer configured counts as another address. */
function isKnown(requests: readonly ReceiptRequest[], address: string): boolean {
  return requests.some((request) => {
    try {
      return openReceiptEmail(request) === address;
    } catch {
      return false;
    }
  });
}
