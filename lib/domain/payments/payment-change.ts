import type { PaymentChange } from "#lib/domain/payments/payment.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";

/** Returns the columns of a payment that an event sets, without its status. Pure. */
export function changeOf(event: PaymentEvent): PaymentChange {
  switch (event.type) {
    case "confirmed":
      return {
        buyerAccount: event.buyerAccount,
        buyerAppId: event.appId,
        tokenAsset: event.asset,
        tokenAmount: event.amount,
        tokenFee: event.fee,
      };
    case "deposited":
      return { tokenAsset: event.asset, tokenAmount: event.amount, tokenFee: event.fee };
    case "collected":
      // A deposit address may hold more than was asked, and all of it is collected.
      return { tokenAmount: event.amount, txHash: event.txHash, txNonce: event.txNonce };
    case "recovered":
      return {
        buyerAccount: event.buyerAccount,
        tokenAsset: event.asset,
        tokenAmount: event.amount,
        tokenFee: event.fee,
        txHash: event.txHash,
        txNonce: event.txNonce,
      };
    case "declined":
      return { failureCode: "declined_user", buyerAccount: event.account, buyerAppId: event.appId };
    case "cancelled":
      return { cancelledReason: event.reason };
    case "refund_marked":
    case "refund_succeeded":
      return { refundedAmount: event.refunded };
    case "refunded":
      return { isRefunded: true };
    case "settled":
      return { settlementTxHash: event.txHash };
    case "collection_failed":
      return event.failureCode === undefined ? {} : { failureCode: event.failureCode };
    case "expired":
    case "expired_early":
    case "refund_requested":
    case "refund_ordered":
    case "refund_retried":
    case "refund_confirmed":
    case "refund_failed":
    case "refund_cancelled":
    case "refund_expired":
    case "settlement_failed":
    case "settlement_ordered":
    case "settlement_retried":
    case "deposit_underpaid":
    case "deposit_overpaid":
    case "deposit_late":
    case "deposit_repeated":
    case "deposit_declined":
    case "deposit_other_token":
    case "deposit_other_chain":
      return {};
  }
}

/** The fields of events that are numbers without a limit; JSON has them as text. */
const integers: ReadonlySet<string> = new Set(["amount", "fee", "refunded", "txNonce"]);

/** Reads an event of a payment's history back from its stored type and data. */
export function readPaymentEvent(type: string, data: Readonly<Record<string, unknown>>): PaymentEvent {
  const fields = Object.entries(data).map(([name, value]) => {
    return [name, integers.has(name) && typeof value === "string" ? BigInt(value) : value] as const;
  });
  return { ...Object.fromEntries(fields), type } as PaymentEvent;
}
