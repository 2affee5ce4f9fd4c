import { type Hex, keccak256, stringToHex } from "viem";
import type { Collectable } from "#lib/chain/collectable.ts";
import type { Authorization } from "#lib/chain/permits/eip3009.ts";
import type { PermitTransfer } from "#lib/chain/permits/permit2.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import type { RouterPayment } from "#lib/chain/router/payment-router.ts";
import { routerCollectable } from "#lib/chain/router/router-collectable.ts";
import type { CollectionMethod, TokenDomain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { OptionId, PaymentId, RefundId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/**
 * An immutable quote: the amount that one account pays in one token, with everything that its signature
 * covers. That of a refund has the merchant's wallet as `buyer`, and the buyer's account as `recipient`.
 */
export type PaymentOption = {
  id: OptionId;
  paymentId: PaymentId;
  /** Null for an option that pays the payment itself. */
  refundId: RefundId | null;
  /** CAIP-10 as the client spelled it. */
  account: string;
  chainId: number;
  token: Address;
  buyer: Address;
  amount: AtomicAmount;
  /** The part of the amount that the fee recipient receives. */
  fee: AtomicAmount;
  method: CollectionMethod;
  domain: TokenDomain | null;
  /** The payment router that executes the payment. */
  router: Address;
  /** The relayer wallet, the only account that can submit the signature. */
  submitter: Address;
  /** Receives `amount - fee`: the merchant's destination, or the treasury. */
  recipient: Address;
  /** True when the recipient is the treasury, because the merchant had no destination for the asset. */
  isHeld: boolean;
  feeRecipient: Address;
  /** The router's commitment to all of this, which the buyer signs as the nonce. */
  nonce: Hex;
  /** Amounts to approve Permit2 for before signing, in order; empty when the allowance suffices or none is needed. */
  approvals: readonly AtomicAmount[];
  /** Expiry of the signature on chain, in Unix seconds. */
  validBefore: bigint;
  expiresAt: Date;
  createdAt: Date;
};

/**
 * The payment as the router executes it. Its id can't be predicted before the option exists, because the option's id holds
 * 80 random bits, and reveals neither of the two.
 */
export function routerPaymentOf(option: Omit<PaymentOption, "nonce">): RouterPayment {
  const { paymentId, refundId, id, buyer: payer, token, amount, recipient, fee, feeRecipient } = option;
  const { submitter, validBefore } = option;
  const ids = refundId === null ? [paymentId, id] : [paymentId, refundId, id];
  const routerId = keccak256(stringToHex(`till:${ids.join(":")}`));
  return { id: routerId, payer, token, amount, recipient, fee, feeRecipient, submitter, validBefore };
}

/** Returns the nonce that the buyer signs, for EIP-3009 or Permit2: the router's commitment to the option's terms. */
export function optionNonce(option: Omit<PaymentOption, "nonce">): Hex {
  return commitmentOf(option, routerPaymentOf(option));
}

/** Returns the router's execution of an option. */
export function collectableOf(option: PaymentOption): Collectable {
  return routerCollectable(option, routerPaymentOf(option));
}

/** Returns the EIP-3009 authorization that the buyer signs. @throws Error for an option of another method. */
export function authorizationOf(option: PaymentOption): Authorization {
  const { chainId, token, domain, buyer, router, amount, validBefore, nonce, method } = option;
  if (method !== "eip3009" || domain === null) throw new Error(`option ${option.id} is not collected by EIP-3009`);
  return { chainId, token, domain, from: buyer, to: router, value: amount, validBefore, nonce };
}

/** Returns the Permit2 transfer that the buyer signs. @throws Error for an option of another method. */
export function permitTransferOf(option: PaymentOption): PermitTransfer {
  const { chainId, token, buyer: owner, router: spender, amount, validBefore: deadline, nonce, method } = option;
  if (method !== "permit2") throw new Error(`option ${option.id} is not collected by Permit2`);
  return { chainId, token, owner, spender, amount, nonce: BigInt(nonce), deadline };
}
