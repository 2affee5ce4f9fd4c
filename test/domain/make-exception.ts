import { assetOf } from "#lib/chain/tokens.ts";
import { type Address, type Caip10, type Caip19, toCaip10 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import type { DepositAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import {
  insertAddress,
  markJournaled,
  setRefundAccount,
  setState,
} from "#lib/domain/payments/deposit-addresses/repository.ts";
import type { DepositExceptionKind } from "#lib/domain/payments/deposit-exception-kinds.ts";
import type { DepositException } from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";
import { draftException } from "#lib/domain/payments/deposits/exceptions/open-exception.ts";
import { insertException } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";
import { insertTransfers } from "#lib/domain/payments/transfers/repository.ts";
import { createTestPayment, usdcOf } from "#test/domain/create-test-payment.ts";
import { depositMs, exchange, makeDepositAddress } from "#test/domain/make-deposit-address.ts";
import type { TestPartner } from "#test/stack/partner.ts";

const usdc = usdcOf.live;

/** Creates a payment that was given a deposit address, whose payment has expired unless it is paid. */
export async function createTransferPayment(
  partner: TestPartner,
  { collected = null, refundAccount = null }: { collected?: bigint | null; refundAccount?: Address | null } = {},
): Promise<{ paymentId: PaymentId; address: DepositAddress }> {
  const now = clock.now();
  const until = new Date(now.getTime() + depositMs);
  const paymentId = await createTestPayment(partner, { expiresAt: toUnixSeconds(now) + 600 }, undefined, until);
  const address = makeDepositAddress(paymentId, now);
  await inTransaction(async (tx) => {
    await insertAddress(tx, address);
    await markJournaled(tx, address.address, now);
    if (refundAccount !== null) await setRefundAccount(tx, address.address, onBase(refundAccount));
    // An open payment can't expire before its time.
    const at = collected === null ? until : now;
    await applyPaymentEvents(tx, [{ id: paymentId, events: eventsOf(address, collected) }], at);
    if (collected !== null) await insertTransfers(tx, [transferOf(address, collected, now)]);
    await setState(tx, [address.address], "closed");
  });
  return { paymentId, address };
}

export const onBase = (address: Address): Caip10 => toCaip10({ chainId: 8453, address });

const hashOf = ({ termsId }: DepositAddress) => termsId;

function eventsOf(address: DepositAddress, collected: bigint | null) {
  if (collected === null) return [{ type: "expired" }] as const;
  const { amount, fee } = address;
  const attemptId = newId("att", clock.now());
  const at = onBase(address.address);
  const txHash = hashOf(address);
  return [
    { type: "deposited", attemptId, address: at, account: onBase(exchange), asset: assetOf(usdc), amount, fee },
    { type: "collected", attemptId, txHash, txNonce: 7n, amount: collected },
    { type: "settled", txHash },
  ] as const;
}

function transferOf(address: DepositAddress, amount: bigint, now: Date) {
  const { paymentId, chainId, token } = address;
  const common = { paymentId, refundId: null, chainId, token, txHash: hashOf(address), logIndex: 0, blockNumber: 5n };
  return { ...common, kind: "collection", sender: exchange, recipient: address.address, amount, now } as const;
}

type ExceptionOf = { kind: DepositExceptionKind; amount?: bigint; asset?: Caip19 } & Partial<
  Pick<DepositException, "state" | "reason" | "createdAt">
>;

/** Opens an exception of a payment's address, without the transfer and without its event. */
export async function createException(
  { paymentId, address }: { paymentId: PaymentId; address: DepositAddress },
  { kind, amount = 5_000_000n, asset = assetOf(usdc), ...more }: ExceptionOf,
): Promise<DepositException> {
  const [payment] = await listPaymentsById(database, [paymentId]);
  if (payment === undefined) throw new Error(`there is no payment ${paymentId}`);
  const watched = {
    ...address,
    ...({ journaledAt: null, state: "closed", seen: amount, received: amount, accepted: null } as const),
    ...{ refundAccount: null, emptiedBlock: null },
  };
  const { exception } = draftException({ payment, address: watched, asset, kind, amount });
  const made = { ...exception, ...more };
  if (!(await insertException(database, made))) throw new Error(`${address.address} has an exception already`);
  return made;
}
