import { createHmac, hkdfSync } from "node:crypto";
import type { Hex } from "viem";
import { boxOf, type DepositTerms } from "#lib/chain/deposits/deposit-factory.ts";
import { type Address, type Caip10, type Caip19, toCaip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import {
  amount,
  bigint,
  enumeration,
  integer,
  nullable,
  numeric,
  orNull,
  plain,
  text,
  timestamp,
  type ValueOf,
  whole,
} from "#lib/db/fields.ts";
import { env } from "#lib/env/env.ts";

/** The agreement behind a deposit address: its terms, and the part of it that the contract doesn't know. It never changes. */
export const depositTermFields = {
  address: plain("address", text<Address>()),
  paymentId: plain("payment_id", text<PaymentId>()),
  chainId: plain("chain_id", integer()),
  token: plain("token", text<Address>()),
  /** Counts the payment's addresses in this token, from 1. */
  number: plain("number", integer()),
  factory: plain("factory", text<Address>()),
  /** The field `id` of the terms. */
  termsId: plain("terms_id", text<Hex>()),
  recipient: plain("recipient", text<Address>()),
  /** Asked of the buyer. */
  amount: amount("amount"),
  fee: amount("fee"),
  feeRecipient: plain("fee_recipient", text<Address>()),
  submitter: plain("submitter", text<Address>()),
  openAfter: whole("open_after"),
  /** A block from before the address was given. */
  sinceBlock: whole("since_block"),
  /** A transfer in a block of a later time doesn't pay the payment. */
  payableUntil: plain("payable_until", timestamp()),
  createdAt: plain("created_at", timestamp()),
};
export type DepositAddress = ValueOf<typeof depositTermFields>;

/** `collecting`: all of the amount is there, and is being collected. `closed`: the payment has ended, or its address is not watched. */
export type DepositAddressState = "open" | "collecting" | "closed";

/** A deposit address, and what the checks have found there. */
export const depositAddressFields = {
  ...depositTermFields,
  /** When its terms were written to the journal; null before that. No buyer is shown an address before. */
  journaledAt: plain("journaled_at", nullable(timestamp())),
  state: plain("state", enumeration<DepositAddressState>("deposit_address_state")),
  /** The balance at the newest block, and at the newest final one, in smallest units. */
  seen: amount("seen"),
  received: amount("received"),
  /** The amount for which a member accepts money that came late or was too little; null otherwise. */
  accepted: orNull("accepted", numeric(), (digits): AtomicAmount => BigInt(digits)),
  /** The buyer's account for refunds, once it was named. */
  refundAccount: plain("refund_account", nullable(text<Caip10>())),
  /** The last block in which money was sent away from here by us; no balance of an older one is believed. */
  emptiedBlock: orNull("emptied_block", bigint(), BigInt),
};
export type WatchedAddress = ValueOf<typeof depositAddressFields>;

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

/** Less than this part of what was asked is dust. */
export const dustDivisor = 100n;

/** The token that an address was given for. */
export function assetOfAddress({ chainId, token }: Pick<WatchedAddress, "chainId" | "token">): Caip19 {
  return toCaip19({ chainId, address: token });
}
