import { type Hex, keccak256, stringToHex } from "viem";
import type { PaymentId } from "#lib/core/ids.ts";

/** The nonce of a payout's authorization, the same for every attempt: a payment is paid out once. */
export function payoutNonce(paymentId: PaymentId): Hex {
  return keccak256(stringToHex(`till:payout:${paymentId}`));
}
