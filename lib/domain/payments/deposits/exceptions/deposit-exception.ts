import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { DepositExceptionId, MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import { amount, enumeration, integer, nullable, plain, text, timestamp, type ValueOf } from "#lib/db/fields.ts";
import type { DepositExceptionKind } from "#lib/domain/payments/deposit-exception-kinds.ts";

/**
 * `open`: the money is at the address. `accepting`: it is being collected for the payment. `sweeping`: it is being sent to the
 * recipient. `forwarded`: the recipient has it. The last three are its ends.
 */
const depositExceptionStates = ["open", "accepting", "sweeping", "forwarded", "accepted", "kept", "refunded"] as const;
export type DepositExceptionState = (typeof depositExceptionStates)[number];

export const depositExceptionFields = {
  id: plain("id", text<DepositExceptionId>()),
  paymentId: plain("payment_id", text<PaymentId>()),
  partnerId: plain("partner_id", text<PartnerId>()),
  merchantId: plain("merchant_id", text<MerchantId>()),
  address: plain("address", text<Address>()),
  /** CAIP-19, or a chain's native coin. */
  asset: plain("asset", text<Caip19>()),
  kind: plain("kind", enumeration<DepositExceptionKind>("deposit_exception_kind")),
  /** In smallest units: what is at the address, or was sent to the recipient. */
  amount: amount("amount"),
  state: plain("state", enumeration<DepositExceptionState>("deposit_exception_state")),
  /** Transactions that were queued to send it to the recipient. */
  sweeps: plain("sweeps", integer()),
  /** The transaction that sent it to the recipient; null if that isn't known. */
  sweepTxHash: plain("sweep_tx_hash", nullable(text())),
  /** The merchant's transfer to the buyer. */
  refundTxHash: plain("refund_tx_hash", nullable(text())),
  /** Why it was kept, in the member's words. */
  reason: plain("reason", nullable(text())),
  /** Why the last transaction failed. */
  failure: plain("failure", nullable(text())),
  createdAt: plain("created_at", timestamp()),
  updatedAt: plain("updated_at", timestamp()),
  endedAt: plain("ended_at", nullable(timestamp())),
};
export type DepositException = ValueOf<typeof depositExceptionFields>;
