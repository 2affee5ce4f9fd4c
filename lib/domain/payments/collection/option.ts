import { type Hex, keccak256, stringToHex } from "viem";
import type { ReceiveAuthorization } from "#lib/chain/permits/eip3009.ts";
import type { PermitTransfer } from "#lib/chain/permits/permit2.ts";
import type { CollectionMethod, TokenDomain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { OptionId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** An immutable quote: the amount that one account pays in one token, with everything that its signature covers. */
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
  /** Amounts to approve Permit2 for before signing, in order; empty when the allowance suffices or none is needed. */
  approvals: readonly AtomicAmount[];
  /** Expiry of the signature on chain, in Unix seconds. */
  validBefore: bigint;
  expiresAt: Date;
  createdAt: Date;
};

/**
 * Derives the nonce of an option, for EIP-3009 or Permit2. It binds a signature to this payment and option, and can't be
 * predicted before the option exists, because the option's id holds 80 random bits.
 */
export function optionNonce(paymentId: PaymentId, optionId: OptionId): Hex {
  return keccak256(stringToHex(`till:${paymentId}:${optionId}`));
}

/** Returns the EIP-3009 authorization that the buyer signs. @throws Error for an option of another method. */
export function authorizationOf(option: PaymentOption): ReceiveAuthorization {
  const { chainId, token, domain, buyer, treasury, amount, validBefore, nonce, method } = option;
  if (method !== "eip3009" || domain === null) throw new Error(`option ${option.id} is not collected by EIP-3009`);
  return { chainId, token, domain, from: buyer, to: treasury, value: amount, validBefore, nonce };
}

/** Returns the Permit2 transfer that the buyer signs. @throws Error for an option of another method. */
export function permitTransferOf(option: PaymentOption): PermitTransfer {
  const { chainId, token, buyer: owner, treasury: spender, amount, validBefore: deadline, nonce, method } = option;
  if (method !== "permit2") throw new Error(`option ${option.id} is not collected by Permit2`);
  return { chainId, token, owner, spender, amount, nonce: BigInt(nonce), deadline };
}
