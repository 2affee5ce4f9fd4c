import type { Collectable } from "#lib/chain/collectable.ts";
import { collectDepositCalldata, depositCollectable } from "#lib/chain/deposits/deposit-collectable.ts";
import { findGasPrice, gasCostAt } from "#lib/chain/gas-price.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { type Address, toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import {
  requireOwnAddress,
  termsOf,
  type WatchedAddress,
} from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import {
  type FinalTransfer,
  findAttemptOfAddress,
  insertDepositAttempt,
  insertDeposits,
  lockAddress,
  setState,
} from "#lib/domain/payments/deposit-addresses/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { reserveGas } from "#lib/domain/platform/gas-budget/reserve-gas.ts";

/** Gas that is reserved for collecting an address. */
const depositGas = 150_000n;

/** Returns the collection of an address. @throws Error when it isn't that of its terms. */
export function collectableOfAddress(address: WatchedAddress): Collectable {
  return depositCollectable(termsOf(requireOwnAddress(address)), atLeast(address));
}

/** The smallest amount to collect: what was asked, unless a member accepts less. */
function atLeast({ amount, accepted }: WatchedAddress): AtomicAmount {
  return accepted !== null && accepted < amount ? accepted : amount;
}

/**
 * Starts to collect an address at which the whole amount is final: its payment is processing from then on. What a member accepts is
 * collected for a payment that has ended, which succeeds then. Does nothing when the payment or the address has moved on meanwhile.
 * @param transfers all that has arrived there.
 * @throws TillError `rate_limited` while the partner's budget for gas is used up; Error while the gas price isn't known.
 */
export async function collectDeposit(
  { address, paymentId, chainId }: WatchedAddress,
  transfers: readonly FinalTransfer[],
): Promise<void> {
  const price = await findGasPrice(chainId);
  if (price === null) throw new Error(`the gas price of chain ${chainId} isn't known`);
  await inTransaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const locked = await lockAddress(tx, address);
    const { token, amount, fee, submitter, sinceBlock } = locked;
    const isNew = payment?.storedStatus === "requires_action" && locked.state === "open";
    const isAwaited =
      locked.accepted === null ? payment?.storedStatus === "processing" : payment?.storedStatus !== "succeeded";
    const isRepeat = locked.state === "collecting" && isAwaited;
    if (payment === null || (!isNew && !isRepeat) || (await findAttemptOfAddress(tx, address)) !== null) return;
    const now = clock.now();
    const attemptId = newId("att", now);
    await insertDeposits(tx, chainId, transfers, now);
    await insertDepositAttempt(tx, { id: attemptId, address: locked, now });
    if (isNew) {
      const account = toCaip10({ chainId, address: largestSender(transfers) });
      const asset = toCaip19({ chainId, address: token });
      const at = toCaip10({ chainId, address });
      await applyPaymentEvent(tx, paymentId, {
        type: "deposited",
        attemptId,
        address: at,
        account,
        asset,
        amount,
        fee,
      });
      await setState(tx, [address], "collecting");
    }
    const needs = [{ kind: "deposit", gas: depositGas, wei: (gasCostAt(price, depositGas) * 5n) / 4n }] as const;
    const { partnerId } = payment;
    await reserveGas(tx, { partnerId, appId: null, buyer: address, attemptId, chainId, needs });
    await queueTransaction(tx, {
      chainId,
      wallet: submitter,
      sinceBlock,
      purpose: { kind: "deposit", attemptId },
      target: locked.factory,
      calldata: collectDepositCalldata(termsOf(requireOwnAddress(locked)), atLeast(locked)),
    });
  });
}

/** Sums transfers by sender. */
export function sumBySender(transfers: readonly Pick<FinalTransfer, "sender" | "amount">[]): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const { sender, amount } of transfers) sums.set(sender, (sums.get(sender) ?? 0n) + amount);
  return sums;
}

function largestSender(transfers: readonly FinalTransfer[]): Address {
  const [largest] = [...sumBySender(transfers)].toSorted(([, a], [, b]) => Number(b - a));
  if (largest === undefined) throw new Error("nothing was transferred");
  return largest[0];
}
