import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { type Caip10, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { type AttemptId, newId } from "#lib/core/ids.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { insertAttempt } from "#lib/domain/payments/collection/repository.ts";
import { withRecord } from "#lib/domain/payments/collection/sealed-record.ts";
import {
  type Cover,
  type VerifiedCollection,
  verifyCollection,
} from "#lib/domain/payments/collection/verify-collection.ts";
import { type VerifiedSignature, verifySignature } from "#lib/domain/payments/collection/verify-signature.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";
import { readResults, type WalletResult } from "#lib/domain/payments/gateway/read-results.ts";
import { walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { reserveGas } from "#lib/domain/platform/gas-budget/reserve-gas.ts";

/**
 * The sender of a confirm: its scope, its app if one was named, and the id that the app uses for its client.
 */
export type Confirmer = { scope: Scope; appId: string | null; clientId: string | null };

/**
 * A wallet's results for an option. `excludeFromRelayer` is any JSON; stored with the attempt, without
 * effect.
 */
export type OptionConfirmation = { optionId: string; results: readonly WalletResult[]; excludeFromRelayer?: unknown };

/**
 * An accepted confirm: its attempt, the account that pays, what that has of the token, and whether its signature was accepted
 * unseen, as a contract's is on the simulated chain.
 */
type Accepted = { attemptId: AttemptId; account: Caip10; cover: Cover; isUnchecked: boolean; now: Date };

/**
 * The payment or the refund that an option pays: decides whether it may be confirmed, and changes by its
 * confirm.
 */
export type OptionOwner = {
  /**
   * Finds the option, which is null for one that isn't the owner's, and tells whether another confirm of it
   * has taken effect.
   */
  findOption(): Promise<{ option: PaymentOption | null; isRepeat: boolean }>;
  /** @throws TillError unless the owner can still be paid. */
  requireOpen(): void;
  /** Makes the error for an option that isn't the owner's. */
  unknownOption(): TillError;
  /** Checks everything else that comes before the signature. @throws TillError */
  prepare(option: PaymentOption): Promise<void>;
  /**
   * Screens who pays or is paid. @returns true when that has ended the owner. @throws TillError for a refusal
   * that doesn't.
   */
  isEndedByScreening(option: PaymentOption): Promise<boolean>;
  /**
   * Locks the owner, requires that the option's terms hold still and that the account covers it, and starts
   * its processing.
   */
  accept(tx: Tx, option: PaymentOption, accepted: Accepted): Promise<Pick<Payment, "partnerId" | "merchantId">>;
};

/**
 * Accepts signed results for an option: verifies and simulates, then in one transaction inserts the attempt,
 * starts the owner's processing and queues the collection, or the check that waits until it is ready. Safe to
 * repeat: another confirm of the same option changes nothing, whatever has become of its owner. The order of
 * the checks is in docs/contract.md.
 * @throws TillError of the owner; `quote_expired`, `invalid_state`, `params_validation` (`isUnusable` for
 * signature or account), `rate_limited` when a budget for gas is used up, `bad_gateway`.
 */
export async function confirmOption(
  owner: OptionOwner,
  confirmer: Confirmer,
  confirmation: OptionConfirmation,
): Promise<void> {
  const { option, isRepeat } = await owner.findOption();
  if (isRepeat) return;
  owner.requireOpen();
  if (option === null) throw owner.unknownOption();
  if (clock.now() >= option.expiresAt) throw new TillError("quote_expired");
  await owner.prepare(option);
  const { hashes, signature } = readResults(confirmation.results, walletActions(option));
  const verified = await verifySignature(option, signature);
  try {
    if (await owner.isEndedByScreening(option)) return;
    const collection = await verifyCollection(option, verified, hashes);
    await accept(owner, option, { ...verified, ...collection }, confirmer, confirmation);
  } catch (error) {
    // A concurrent confirm of the same option may have committed since the first check, and makes this one a repeat.
    if (!isTillError(error) || !(await owner.findOption()).isRepeat) throw error;
  }
}

async function accept(
  owner: OptionOwner,
  option: PaymentOption,
  verified: VerifiedCollection & Pick<VerifiedSignature, "isUnchecked">,
  { appId, clientId }: Confirmer,
  { excludeFromRelayer }: OptionConfirmation,
): Promise<void> {
  const { signature, approvalHashes, approvalNonce, awaits, collection, deployment, cover, gas } = verified;
  const isUnchecked = verified.isUnchecked === true;
  const now = clock.now();
  const attemptId = newId("att", now);
  const { id: optionId, paymentId, refundId, chainId, buyer, submitter } = option;
  const account = toCaip10({ chainId, address: buyer });
  const purpose = { kind: "collection", attemptId } as const;
  await inTransaction(async (tx) => {
    const { partnerId, merchantId } = await owner.accept(tx, option, { attemptId, account, cover, isUnchecked, now });
    const attempt = { id: attemptId, paymentId, refundId, optionId, signature, appId, clientId, now };
    const queue = { chainId, wallet: submitter, sinceBlock: cover.atBlock };
    const call = { ...withRecord(collection, option, merchantId), gasCap: gas.gasCap };
    await Promise.all([
      insertAttempt(tx, { ...attempt, approvalHashes, approvalNonce, awaits, excludeFromRelayer }),
      // Nothing is sent while an approval is awaited: a buyer who never approves must not hold the shop's budget.
      !awaits || deployment ? reserveGas(tx, { partnerId, appId, buyer, attemptId, chainId, needs: gas.needs }) : null,
      deployment ? queueTransaction(tx, { ...queue, purpose: { kind: "deployment", attemptId }, ...deployment }) : null,
      awaits ? wakeCollection(tx, attemptId) : queueTransaction(tx, { ...queue, purpose, ...call }),
    ]);
  });
  reachRelayFaultPoint({ purpose }, "queued");
}
