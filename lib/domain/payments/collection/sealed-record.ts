import { concat, type Hex, isHex, stringToHex, toHex } from "viem";
import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import { isId, type MerchantId, type OptionId, type PaymentId, type RefundId } from "#lib/core/ids.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { env } from "#lib/env/env.ts";
import { seal, unseal } from "#lib/env/seal.ts";

/** The rows that a collection belongs to. */
export type SealedRecord = {
  paymentId: PaymentId;
  optionId: OptionId;
  merchantId: MerchantId;
  /** Null for a payment itself. */
  refundId: RefundId | null;
};

/** Marks the start of a record behind a call's arguments, where the router ignores it. */
const marker = stringToHex("till");
/** Marks a record that names a refund too. */
const refundMarker = stringToHex("tilr");
const place = "payment-router";

/**
 * Seals the ids of a collection's rows under DATA_ENCRYPTION_KEY, to be appended to the router's call: if the database loses the
 * rows, the chain can name them, and only the key links them to the payment.
 * @returns "0x" when no key is configured.
 */
function sealRecord({ paymentId, optionId, merchantId, refundId }: SealedRecord): Hex {
  if (env().DATA_ENCRYPTION_KEY === undefined) return "0x";
  const ids = [paymentId, optionId, merchantId, ...(refundId === null ? [] : [refundId])];
  const text = ids.map((id) => id.slice(id.indexOf("_") + 1)).join("");
  const { keyId, sealed } = seal(text, place);
  return concat([refundId === null ? marker : refundMarker, `0x${keyId}`, toHex(sealed)]);
}

/** Appends the sealed record of an option to the router's call. */
export function withRecord(
  { target, calldata }: ContractCall,
  { paymentId, refundId, id: optionId }: Pick<PaymentOption, "paymentId" | "refundId" | "id">,
  merchantId: MerchantId,
): ContractCall {
  return { target, calldata: concat([calldata, sealRecord({ paymentId, optionId, merchantId, refundId })]) };
}

const ulidLength = 26;
/** Marker, key id, nonce, ULIDs as text, and tag, in hexadecimal digits. */
const digitsOf = (ulids: number) => 2 * (4 + 8 + 12 + ulids * ulidLength + 16);

/** Opens the record at the end of a call; null when there is none, or none that our keys open. */
export function openRecord(calldata: Hex): SealedRecord | null {
  return openOf(calldata, marker, 3) ?? openOf(calldata, refundMarker, 4);
}

function openOf(calldata: Hex, mark: Hex, ulids: number): SealedRecord | null {
  const tail: string = `0x${calldata.slice(-digitsOf(ulids))}`;
  if (!isHex(tail) || calldata.length < digitsOf(ulids) || !tail.startsWith(mark)) return null;
  const sealed = Buffer.from(tail.slice(2 + 8 + 16), "hex");
  try {
    const text = unseal({ keyId: tail.slice(2 + 8, 2 + 8 + 16), sealed }, place);
    const [payment, option, merchant, refund] = [0, 1, 2, 3].map((n) =>
      text.slice(n * ulidLength, (n + 1) * ulidLength),
    );
    const [paymentId, optionId, merchantId] = [`pay_${payment}`, `opt_${option}`, `mrch_${merchant}`];
    if (!isId("pay", paymentId) || !isId("opt", optionId) || !isId("mrch", merchantId)) return null;
    if (ulids === 3) return { paymentId, optionId, merchantId, refundId: null };
    const refundId = `rfd_${refund}`;
    return isId("rfd", refundId) ? { paymentId, optionId, merchantId, refundId } : null;
  } catch {
    return null;
  }
}
