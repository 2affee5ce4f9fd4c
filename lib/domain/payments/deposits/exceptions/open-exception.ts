import { findGasPrice, gasCostAt } from "#lib/chain/gas-price.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { type Caip19, chainIdOf } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { dustDivisor, type WatchedAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import type { DepositExceptionKind } from "#lib/domain/payments/deposit-exception-kinds.ts";
import type { DepositException } from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";
import { insertException } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { findLeastRefund } from "#lib/domain/payments/minimum/minimum-payments.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";

/** Gas of a sweep that has to create the code of its address. */
export const sweepGas = 120_000n;

/** The asset of an exception may be a chain's native coin, which is no token. */
export function chainOfAsset(asset: Caip19): number {
  return asset.endsWith("/native") ? Number(asset.slice("eip155:".length, -"/native".length)) : chainIdOf(asset);
}

/**
 * Returns the largest amount of an asset that isn't worth a case: a hundredth of what was asked, as if all tokens were worth the same,
 * or what it takes to send it on. Strangers send dust to every address that is seen on a chain.
 * @throws Error for coin while its price of gas isn't known.
 */
export async function dustOf(address: WatchedAddress, asset: Caip19, rates: RateSource): Promise<AtomicAmount> {
  const token = findToken(asset);
  if (token === null) {
    const price = await findGasPrice(chainOfAsset(asset));
    if (price === null) throw new Error(`the gas price of ${asset} isn't known`);
    return 3n * gasCostAt(price, sweepGas);
  }
  const least = (await findLeastRefund(token, rates)) ?? 0n;
  const asked = findToken(`eip155:${address.chainId}/erc20:${address.token}`);
  const part = (address.amount * 10n ** BigInt(token.decimals)) / (dustDivisor * 10n ** BigInt(asked?.decimals ?? 6));
  return part > least ? part : least;
}

/** Money that is to become a case for a person. */
export type Found = {
  payment: Payment;
  address: WatchedAddress;
  asset: Caip19;
  kind: DepositExceptionKind;
  amount: AtomicAmount;
};

/** Makes the case that {@link insertException} stores, and the event that tells of it. */
export function draftException({ payment, address, asset, kind, amount }: Found): {
  exception: DepositException;
  event: PaymentEvent;
} {
  const now = clock.now();
  const id = newId("dex", now);
  const { id: paymentId, partnerId, merchantId } = payment;
  const state = kind === "overpaid" ? "forwarded" : "open";
  const ends = { sweepTxHash: null, refundTxHash: null, reason: null, failure: null, endedAt: null };
  const place = { id, paymentId, partnerId, merchantId, address: address.address, asset };
  return {
    exception: { ...place, kind, amount, state, sweeps: 0, ...ends, createdAt: now, updatedAt: now },
    event: { type: `deposit_${kind}`, exceptionId: id, asset, amount },
  };
}

/** Opens a case for money at an address, with its event, unless there is one. Call it with the payment's row locked. */
export async function openException(tx: Tx, found: Found): Promise<void> {
  const { exception, event } = draftException(found);
  if (await insertException(tx, exception)) await applyPaymentEvent(tx, exception.paymentId, event);
}
