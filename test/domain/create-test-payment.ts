import { assetOf, type Token } from "#lib/chain/tokens.ts";
import { type AccountMode, modeOf } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { MerchantScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { createPayment, preparePayment } from "#lib/domain/payments/creation/create-payment.ts";
import type { PaymentRequest } from "#lib/domain/payments/creation/payment-request.ts";
import { depositExceptionKinds } from "#lib/domain/payments/deposit-exception-kinds.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";
import { getToken, type TestPartner } from "#test/stack/partner.ts";

const fees = { currency: "USD", fixed: 10n, partsPerMillion: 4_000 };
/** USDC on Base, and on the simulated chain. */
export const usdcOf: Readonly<Record<AccountMode, Token>> = {
  live: getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
  test: getToken("eip155:31337/erc20:0x7E57b84d843A5fDb690ad83AF10DD39d38ba9d01"),
};

/** The scope of a partner's key that names its merchant. */
export function scopeOf({ partnerId, merchantId }: TestPartner): MerchantScope {
  return { partnerId, merchantId };
}

/** Creates an open payment of 12.50 dollars as the API does, in a transaction of its own unless there is one. */
export async function createTestPayment(
  partner: TestPartner,
  fields: Partial<PaymentRequest> = {},
  tx?: Tx,
  depositUntil: Date | null = null,
): Promise<PaymentId> {
  const request = { referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1250" }, ...fields };
  const prepared = await preparePayment(scopeOf(partner), fees, request, rateSource());
  const create = (on: Tx) => createPayment(on, { ...prepared, depositUntil });
  return (await (tx === undefined ? inTransaction(create) : create(tx))).id;
}

/** Returns an event of the given kind, of a live payment unless the mode says otherwise. */
export function makeEvent(type: PaymentEvent["type"], mode: AccountMode = "live"): PaymentEvent {
  const attemptId = newId("att", clock.now());
  const refundId = newId("rfd", clock.now());
  const { chainId } = usdcOf[mode];
  const account = `eip155:${chainId}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266` as const;
  const asset = assetOf(usdcOf[mode]);
  const events: Partial<Record<PaymentEvent["type"], unknown>> = {
    confirmed: {
      type: "confirmed",
      attemptId,
      buyerAccount: account,
      appId: null,
      asset,
      amount: 12_500_000n,
      fee: 1n,
    },
    ...Object.fromEntries(
      depositExceptionKinds.map((kind) => {
        const exceptionId = newId("dex", clock.now());
        return [`deposit_${kind}`, { type: `deposit_${kind}`, exceptionId, asset, amount: 1n }];
      }),
    ),
    collected: { type: "collected", attemptId, txHash: `0x${"aa".repeat(32)}`, txNonce: 7n, amount: 12_500_000n },
    recovered: {
      type: "recovered",
      attemptId,
      buyerAccount: account,
      asset,
      amount: 12_500_000n,
      fee: 1n,
      txHash: `0x${"cc".repeat(32)}`,
      txNonce: 8n,
    },
    deposited: { type: "deposited", attemptId, address: account, account, asset, amount: 12_500_000n, fee: 1n },
    collection_failed: { type: "collection_failed", attemptId, reason: "reverted" },
    declined: { type: "declined", account, appId: null, optionId: newId("opt", clock.now()) },
    cancelled: { type: "cancelled", reason: "cancelled_by_merchant" },
    expired: { type: "expired" },
    expired_early: { type: "expired_early" },
    settled: { type: "settled", txHash: `0x${"bb".repeat(32)}` },
    settlement_failed: { type: "settlement_failed", attempt: 1, reason: "reverted", destination: account },
    settlement_ordered: { type: "settlement_ordered", attempt: 2, destination: account },
    settlement_retried: { type: "settlement_retried", attempt: 3, destination: account },
    refund_marked: { type: "refund_marked", refundId, asset, amount: 1n, refunded: 1n },
    refund_requested: { type: "refund_requested", refundId, asset, amount: 1n },
    refund_ordered: { type: "refund_ordered", refundId, asset, amount: 1n, destination: account },
    refund_retried: { type: "refund_retried", refundId, attempt: 2, destination: account },
    refund_confirmed: { type: "refund_confirmed", refundId, attemptId, account },
    refund_succeeded: {
      type: "refund_succeeded",
      refundId,
      txHash: `0x${"dd".repeat(32)}`,
      asset,
      amount: 1n,
      refunded: 1n,
    },
    refund_failed: { type: "refund_failed", refundId, reason: "reverted", isFinal: false },
    refund_cancelled: { type: "refund_cancelled", refundId },
    refund_expired: { type: "refund_expired", refundId },
    refunded: { type: "refunded" },
  };
  return events[type] as PaymentEvent;
}

/** Applies one event in a transaction of its own. */
export async function applyEvent(id: PaymentId, type: PaymentEvent["type"], now = clock.now()): Promise<void> {
  const [payment] = await listPaymentsById(database, [id]);
  const mode = payment === undefined ? "live" : modeOf(payment.partnerId);
  await inTransaction((tx) => applyPaymentEvent(tx, id, makeEvent(type, mode), now));
}

const ways: Record<Exclude<PaymentStatus, "expired">, readonly PaymentEvent["type"][]> = {
  requires_action: [],
  processing: ["confirmed"],
  succeeded: ["confirmed", "collected"],
  failed: ["confirmed", "collection_failed"],
  cancelled: ["cancelled"],
};

/** Moves an open payment to a status by applying events. */
export async function bringTo(id: PaymentId, status: keyof typeof ways): Promise<void> {
  for (const type of ways[status]) await applyEvent(id, type);
}
