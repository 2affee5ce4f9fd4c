import { type Hex, keccak256, stringToHex } from "viem";
import type { ReceiveAuthorization } from "#lib/chain/permits/eip3009.ts";
import type { PermitTransfer } from "#lib/chain/permits/permit2.ts";
import type { CollectionMethod, TokenDomain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { OptionId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** A frozen quote: what one account would pay in one token, and everything that its signature will cover. */
export type PaymentOption = {
  id: OptionId;
  paymentId: PaymentId;
  /** CAIP-10 as the client spelled it. */
  account: string;
  chainId: number;
  token: Address;
  buyer: Address;
  amount: AtomicAmount;
  /** The part of the amount that stays in the treasury. */
  fee: AtomicAmount;
  method: CollectionMethod;
  domain: TokenDomain | null;
  treasury: Address;
  nonce: Hex;
  /** What Permit2 has to be approved for first, in order; empty when the allowance was enough or is not needed. */
  approvals: readonly AtomicAmount[];
  /** Unix seconds. */
  validBefore: bigint;
  expiresAt: Date;
  createdAt: Date;
};

/**
 * The nonce of an option, for EIP-3009 or Permit2: bound to payment and option, so that a signature fits nothing else, and not to be
 * guessed before the option exists (its id carries 80 random bits).
 */
export function optionNonce(paymentId: PaymentId, optionId: OptionId): Hex {
  return keccak256(stringToHex(`till:${paymentId}:${optionId}`));
}

/** What the buyer of an eip3009 option signs. @throws Error for an option of another method. */
export function authorizationOf(option: PaymentOption): ReceiveAuthorization {
  const { chainId, token, domain, buyer, treasury, amount, validBefore, nonce, method } = option;
  if (method !== "eip3009" || domain === null) throw new Error(`option ${option.id} is not collected by EIP-3009`);
  return { chainId, token, domain, from: buyer, to: treasury, value: amount, validBefore, nonce };
}

/** What the buyer of a permit2 option signs. @throws Error for an option of another method. */
export function permitTransferOf(option: PaymentOption): PermitTransfer {
  const { chainId, token, buyer: owner, treasury: spender, amount, validBefore: deadline, nonce, method } = option;
  if (method !== "permit2") throw new Error(`option ${option.id} is not collected by Permit2`);
  return { chainId, token, owner, spender, amount, nonce: BigInt(nonce), deadline };
}
