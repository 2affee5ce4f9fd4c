import { createHmac, hkdfSync } from "node:crypto";
import type { Hex } from "viem";
import { boxOf, type DepositTerms } from "#lib/chain/deposits/deposit-factory.ts";
import type { Address } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { env } from "#lib/env/env.ts";

/** The agreement behind a deposit address: its terms, and the part of it that the contract doesn't know. */
export type DepositAddress = {
  address: Address;
  paymentId: PaymentId;
  chainId: number;
  token: Address;
  /** Counts the payment's addresses in this token, from 1. */
  number: number;
  factory: Address;
  /** The field `id` of the terms. */
  termsId: Hex;
  recipient: Address;
  /** Asked of the buyer. */
  amount: AtomicAmount;
  fee: AtomicAmount;
  feeRecipient: Address;
  submitter: Address;
  openAfter: bigint;
  /** A block from before the address was given. */
  sinceBlock: bigint;
  /** A transfer in a block of a later time doesn't pay the payment. */
  payableUntil: Date;
  createdAt: Date;
};

/** Returns the terms, whose hash the address is. */
export function termsOf(address: Omit<DepositAddress, "address">): DepositTerms {
  const { chainId, token, termsId: id, recipient, fee, feeRecipient, submitter, openAfter } = address;
  return { id, homeChain: BigInt(chainId), token, recipient, fee, feeRecipient, submitter, openAfter };
}

/** Fills in the address of terms. */
export function withAddress(terms: Omit<DepositAddress, "address">): DepositAddress {
  return { ...terms, address: boxOf(termsOf(terms)) };
}

/**
 * Requires that a stored address is that of its stored terms, so that no buyer is shown another one.
 * @throws Error otherwise.
 */
export function requireOwnAddress<T extends DepositAddress>(stored: T): T {
  if (boxOf(termsOf(stored)) === stored.address) return stored;
  throw new Error(`deposit address ${stored.address} of ${stored.paymentId} isn't that of its terms`);
}

/**
 * Returns the `id` of the terms of a payment's address. It reveals nothing, and can't be known without DATA_ENCRYPTION_KEY before the
 * address is given. @throws Error when there is no key.
 */
export function termsIdOf(place: Pick<DepositAddress, "paymentId" | "chainId" | "token" | "number">): Hex {
  const { DATA_ENCRYPTION_KEY: key } = env();
  if (key === undefined) throw new Error("DATA_ENCRYPTION_KEY is not set");
  const derived = Buffer.from(hkdfSync("sha256", key, "", "deposit-address", 32));
  const text = [place.paymentId, place.chainId, place.token, place.number].join(":");
  return `0x${createHmac("sha256", derived).update(text).digest("hex")}`;
}
