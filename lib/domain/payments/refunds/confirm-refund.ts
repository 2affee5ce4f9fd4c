import { usableTokens } from "#lib/chain/capabilities.ts";
import { fromNode, networkUnavailable } from "#lib/chain/nodes/node-error.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { maySubmit } from "#lib/chain/relay/wallets/wallets.ts";
import { currentRouter } from "#lib/chain/router/routers.ts";
import { toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { invalidField, isTillError, TillError } from "#lib/core/errors.ts";
import { type AttemptId, isId, newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { findRefundOption } from "#lib/domain/payments/collection/option-repository.ts";
import {
  findConfirmedRefundOptionId,
  insertAttempt,
  isOptionUsed,
} from "#lib/domain/payments/collection/repository.ts";
import { requireCover } from "#lib/domain/payments/collection/require-cover.ts";
import { withRecord } from "#lib/domain/payments/collection/sealed-record.ts";
import { type VerifiedCollection, verifyCollection } from "#lib/domain/payments/collection/verify-collection.ts";
import { verifySignature } from "#lib/domain/payments/collection/verify-signature.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";
import { readResults, type WalletResult } from "#lib/domain/payments/gateway/read-results.ts";
import { type WalletAction, walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import { requireRequested, requireUnscreened } from "#lib/domain/payments/refunds/offer-refund-options.ts";
import { recordConfirmedRefund } from "#lib/domain/payments/refunds/record-refund.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { getRefundByToken, listPayers } from "#lib/domain/payments/refunds/refund-request.ts";
import { lockRefund } from "#lib/domain/payments/refunds/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { reserveGas } from "#lib/domain/platform/gas-budget/reserve-gas.ts";

/** The results of a merchant's wallet for an option of a refund. */
export type RefundConfirmation = { optionId: string; results: readonly WalletResult[] };

/**
 * Accepts the signed results of a merchant's wallet for a requested refund: verifies and simulates as for a payment, then in one
 * transaction inserts the attempt, moves the refund to processing and queues the router's call, or the job that waits until an
 * approval is mined. Safe to repeat: another confirm of the same option changes nothing.
 * @throws TillError `not_found`; `invalid_state`, `quote_expired`, `params_validation` (`isUnusable` for signature or account),
 * `rate_limited` when a budget for gas is used up, `bad_gateway`.
 */
export async function confirmRefund(
  { scope, appId, clientId }: { scope: Scope; appId: string | null; clientId: string | null },
  token: string,
  { optionId, results }: RefundConfirmation,
): Promise<void> {
  const refund = await getRefundByToken(scope, token);
  if (await isRepeat(refund, optionId)) return;
  requireRequested(refund);
  const option = await getRefundOption(refund, optionId);
  if (clock.now() >= option.expiresAt) throw new TillError("quote_expired");
  await requireUsable(option);
  const { hashes, signature } = readResults(results, walletActions(option));
  const verified = await verifySignature(option, signature);
  await requireUnscreened(refund);
  try {
    const collection = await verifyCollection(option, verified, hashes);
    const attemptId = await inTransaction((tx) => accept(tx, refund, option, { collection, appId, clientId }));
    reachRelayFaultPoint({ purpose: { kind: "collection", attemptId } }, "queued");
  } catch (error) {
    // A concurrent confirm may have committed since the first check: of the same option it makes this one a repeat.
    if (isTillError(error) && (await isRepeat(refund, optionId))) return;
    throw error;
  }
}

/** @throws TillError `bad_gateway` while the token's contract isn't as expected. */
async function requireUsable({ chainId, token }: PaymentOption): Promise<void> {
  const usable = await fromNode(chainId, usableTokens(chainId));
  if (!usable.some((each) => each.token.address === token)) throw networkUnavailable([chainId]);
}

async function isRepeat({ id }: Refund, optionId: string): Promise<boolean> {
  return (await findConfirmedRefundOptionId(database, id)) === optionId;
}

/**
 * Returns the wallet actions of an option offered earlier. @throws TillError `not_found`; `params_validation` for an option that is
 * not this refund's.
 */
export async function fetchRefundActions(scope: Scope, token: string, optionId: string): Promise<WalletAction[]> {
  return walletActions(await getRefundOption(await getRefundByToken(scope, token), optionId));
}

async function getRefundOption({ id }: Refund, optionId: string): Promise<PaymentOption> {
  const option = isId("opt", optionId) ? await findRefundOption(database, id, optionId) : null;
  if (option === null) throw invalidField("optionId", "must be an option of this refund: request its options first");
  return option;
}

type Accepted = { collection: VerifiedCollection; appId: string | null; clientId: string | null };

async function accept(
  tx: Tx,
  { id, paymentId }: Refund,
  option: PaymentOption,
  accepted: Accepted,
): Promise<AttemptId> {
  const { appId, clientId } = accepted;
  const { signature, approvalHashes, approvalNonce, awaits, collection, deployment, cover, gas } = accepted.collection;
  const payment = await lockPayment(tx, paymentId);
  const refund = await lockRefund(tx, id);
  if (payment === null || refund === null) throw new Error(`refund ${id} is not in the database`);
  requireRequested(refund);
  await requireCurrentTerms(tx, refund, option);
  await requireCover(tx, option, cover);
  const now = clock.now();
  const attemptId = newId("att", now);
  const { chainId, buyer, submitter } = option;
  await recordConfirmedRefund(tx, refund, { attemptId, account: toCaip10({ chainId, address: buyer }) }, now);
  const attempt = { id: attemptId, paymentId, refundId: id, optionId: option.id, signature, appId, clientId, now };
  await insertAttempt(tx, { ...attempt, approvalHashes, approvalNonce, awaits, excludeFromRelayer: undefined });
  const { partnerId, merchantId } = payment;
  if (!awaits || deployment) {
    await reserveGas(tx, { partnerId, appId, buyer, attemptId, chainId, needs: gas.needs });
  }
  const queue = { chainId, wallet: submitter, sinceBlock: cover.atBlock };
  if (deployment) await queueTransaction(tx, { ...queue, purpose: { kind: "deployment", attemptId }, ...deployment });
  if (awaits) await wakeCollection(tx, attemptId);
  else {
    const call = withRecord(collection, option, merchantId);
    const purpose = { kind: "collection", attemptId } as const;
    await queueTransaction(tx, { ...queue, purpose, ...call, gasCap: gas.gasCap });
  }
  return attemptId;
}

/**
 * Requires that the wallet may still pay the refund, that router and submitter are the current ones, and that the option wasn't used
 * by an attempt that has failed. @throws TillError `quote_expired` otherwise.
 */
async function requireCurrentTerms(tx: Tx, refund: Refund, { id, chainId, submitter, router, buyer }: PaymentOption) {
  const isCurrent =
    !(await isOptionUsed(tx, id)) &&
    router === currentRouter(chainId) &&
    (await maySubmit(tx, { chainId, wallet: submitter })) &&
    (await listPayers(tx, refund)).includes(buyer);
  if (!isCurrent) throw new TillError("quote_expired");
}
