import { concat, type Hex, isHex, stringToHex, toHex } from "viem";
import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import { isId, type MerchantId, type OptionId, type PaymentId } from "#lib/core/ids.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { env } from "#lib/env/env.ts";
import { seal, unseal } from "#lib/env/seal.ts";

/** The rows that a collection belongs to. */
export type SealedRecord = { paymentId: PaymentId; optionId: OptionId; merchantId: MerchantId };

/** Marks the start of a record behind a call's arguments, where the router ignores it. */
const marker = stringToHex("till");
const place = "payment-router";

/**
 * Seals the ids of a collection's rows under DATA_ENCRYPTION_KEY, to be appended to the router's call: if the database loses the
 * rows, the chain can name them, and only the key links them to the payment.
 * @returns "0x" when no key is configured.
 */
function sealRecord({ paymentId, optionId, merchantId }: SealedRecord): Hex {
  if (env().DATA_ENCRYPTION_KEY === undefined) return "0x";
  const text = [paymentId, optionId, merchantId].map((id) => id.slice(id.indexOf("_") + 1)).join("");
  const { keyId, sealed } = seal(text, place);
  return concat([marker, `0x${keyId}`, toHex(sealed)]);
}

/** Appends the sealed record of an option to the router's call. */
export function withRecord(
  { target, calldata }: ContractCall,
  { paymentId, id: optionId }: Pick<PaymentOption, "paymentId" | "id">,
  merchantId: MerchantId,
): ContractCall {
  return { target, calldata: concat([calldata, sealRecord({ paymentId, optionId, merchantId })]) };
}

const ulidLength = 26;
/** Marker, key id, nonce, three ULIDs as text, and tag, in hexadecimal digits. */
const recordDigits = 2 * (4 + 8 + 12 + 3 * ulidLength + 16);

/** Opens the record at the end of a call; null when there is none, or none that our keys open. */
export function openRecord(calldata: Hex): SealedRecord | null {
  const tail: string = `0x${calldata.slice(-recordDigits)}`;
  if (!isHex(tail) || calldata.length < recordDigits || !tail.startsWith(marker)) return null;
  const sealed = Buffer.from(tail.slice(2 + 8 + 16), "hex");
  try {
    const text = unseal({ keyId: tail.slice(2 + 8, 2 + 8 + 16), sealed }, place);
    const [payment, option, merchant] = [0, 1, 2].map((n) => text.slice(n * ulidLength, (n + 1) * ulidLength));
    const [paymentId, optionId, merchantId] = [`pay_${payment}`, `opt_${option}`, `mrch_${merchant}`];
    if (!isId("pay", paymentId) || !isId("opt", optionId) || !isId("mrch", merchantId)) return null;
    return { paymentId, optionId, merchantId };
  } catch {
    return null;
  }
}
