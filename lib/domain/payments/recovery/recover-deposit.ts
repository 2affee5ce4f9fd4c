import { decodeFunctionData, type Hex } from "viem";
import { depositCollectable } from "#lib/chain/deposits/deposit-collectable.ts";
import { boxOf, type DepositTerms, factoryAbi } from "#lib/chain/deposits/deposit-factory.ts";
import { actAs } from "#lib/core/actor.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { endAttempts } from "#lib/domain/payments/collection/repository.ts";
import type { WatchedAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import {
  findAddress,
  findAttemptOfAddress,
  insertDepositAttempt,
} from "#lib/domain/payments/deposit-addresses/repository.ts";
import { recordDepositsFinal } from "#lib/domain/payments/deposits/deposit-owner.ts";
import { recordDeposits } from "#lib/domain/payments/deposits/record-deposits.ts";
import type { Recovered, UnknownCollection } from "#lib/domain/payments/recovery/recover-collection.ts";
import { recoveryActor } from "#lib/domain/payments/recovery/restore-held-refund.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";

/**
 * Applies a collection of a deposit address that is final on the chain and unknown to the database, as {@link recoverCollection} does
 * for one by a router. An address that the database doesn't have is in the journal: replay that first.
 */
export async function recoverDeposit(collection: Omit<UnknownCollection, "router">): Promise<Recovered> {
  const { input, receipt } = collection;
  const terms = parseTerms(input);
  if (terms === null) return { kind: "lost", detail: "its call of the deposit factory can't be read", isProven: false };
  const found = depositCollectable(terms, 1n).findLog(receipt.logs);
  if (found === null) return { kind: "lost", detail: "the deposit factory's event is missing", isProven: false };
  return actAs(recoveryActor, () =>
    inTransaction(async (tx) => {
      const address = await findAddress(tx, boxOf(terms));
      if (address === null) return { kind: "lost" as const, detail: describeLost(terms, found.amount), isProven: true };
      return apply(tx, address, collection, found);
    }),
  );
}

async function apply(
  tx: Tx,
  address: WatchedAddress,
  { nonce, receipt }: Omit<UnknownCollection, "router">,
  { amount, logIndex }: { amount: bigint; logIndex: number },
): Promise<Recovered> {
  const { paymentId, chainId, token, fee } = address;
  const payment = await lockPayment(tx, paymentId);
  if (payment === null) return { kind: "lost", detail: `payment ${paymentId} is not in the database`, isProven: true };
  const { storedStatus: from } = payment;
  const { transactionHash: txHash } = receipt;
  if (from === "succeeded") {
    return { kind: payment.result?.txHash === txHash ? "known" : "duplicate", paymentId, refundId: null };
  }
  const known = await findAttemptOfAddress(tx, address.address);
  if (from === "processing") {
    if (known === null) return null;
    await recordDepositsFinal(tx, [{ purpose: { attemptId: known }, execution: { nonce, receipt } }]);
    return { kind: "recovered", paymentId, refundId: null };
  }
  const message = "a payment is paid on chain, but open or ended in the database";
  await recordAlarm(tx, "payment_recovered", paymentId, { paymentId, from, txHash }, message);
  const attemptId = known ?? newId("att", clock.now());
  if (known === null) await insertDepositAttempt(tx, { id: attemptId, address, now: clock.now() });
  await endAttempts(tx, [attemptId], "final");
  const asset = toCaip19({ chainId, address: token });
  const paid = { attemptId, buyerAccount: null, asset, amount, fee, txHash, txNonce: nonce };
  await recordDeposits(tx, [{ address, receipt, logIndex, event: { type: "recovered", ...paid } }]);
  return { kind: "recovered", paymentId, refundId: null };
}

function parseTerms(input: Hex): DepositTerms | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: input });
    return functionName === "collect" ? args[0] : null;
  } catch {
    return null;
  }
}

function describeLost(terms: DepositTerms, amount: bigint): string {
  const { token, recipient } = terms;
  return `${amount} of ${token} at the deposit address ${boxOf(terms)} went to ${recipient}: the database has no such address. If DEPOSIT_JOURNAL was not replayed, set it and run npm run recover again`;
}
