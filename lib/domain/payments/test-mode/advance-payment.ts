import { getChain, isSimulated } from "#lib/chain/chains.ts";
import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { type AttemptId, isId, newId, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { isInScope, type PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { applyPaymentEvent, wrongState } from "#lib/domain/payments/apply-payment-event.ts";
import {
  collectSimulated,
  payoutEvent,
  type SimulatedPayout,
  simulatedHash,
} from "#lib/domain/payments/collection/collect-simulated.ts";
import { rejectCollection } from "#lib/domain/payments/collection/record-collection.ts";
import { findConfirmedOptionId, findLiveAttempt, insertAttempt } from "#lib/domain/payments/collection/repository.ts";
import { listOptions } from "#lib/domain/payments/gateway/list-options.ts";
import { holdPayment } from "#lib/domain/payments/hold-payment.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { findOption } from "#lib/domain/payments/options/option-repository.ts";
import { type FailureCode, type Payment, statusAt } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { listPaymentsById, listSnapshots } from "#lib/domain/payments/repository.ts";
import type { ReadStatus } from "#lib/domain/payments/status/await-status-change.ts";

/** The status that a test payment is to reach, and the outcome of its payout where it succeeds. */
export type TestMove = {
  to: "processing" | "succeeded" | "failed" | "expired";
  /** Why it fails; for `failed` only. */
  failureCode?: FailureCode | undefined;
  /** For `succeeded` only; as the merchant's settlement destinations say when left out. */
  payout?: SimulatedPayout | undefined;
};

/** A move, and the option of the simulated buyer; null for a payment that isn't open, or that needs none. */
export type PreparedMove = TestMove & { id: string; option: PaymentOption | null };

/** @throws TillError `forbidden` unless the account is a test account. */
export function requireTestAccount({ partnerId }: PartnerScope): void {
  if (isTestAccount(partnerId)) return;
  const message = "Only a key of test mode (till_test_…) can do this. Live payments move when buyers pay.";
  throw new TillError("forbidden", { message });
}

/**
 * Checks a move and prices the payment for the simulated buyer, as the gateway does for a wallet.
 * @throws TillError `forbidden` for a live account; `params_validation` for fields that don't belong
 * together; `bad_gateway` when the rate source fails.
 */
export async function prepareMove(
  scope: PartnerScope,
  id: string,
  move: TestMove,
  rates: RateSource,
): Promise<PreparedMove> {
  requireTestAccount(scope);
  if (move.failureCode !== undefined && move.to !== "failed")
    throw invalidField("failureCode", "goes with failed only");
  if (move.payout !== undefined && move.to !== "succeeded") throw invalidField("payout", "goes with succeeded only");
  const [payment] = isId("pay", id) ? await listPaymentsById(database, [id]) : [];
  const isPriced = payment !== undefined && isInScope(scope, payment) && move.to !== "expired";
  if (!isPriced || statusAt(payment, clock.now()) !== "requires_action") return { ...move, id, option: null };
  const { options } = await listOptions(payment, [toCaip10(simulatedChain.buyer)], rates);
  const [best] = options;
  if (best === undefined)
    throw new TillError("invalid_state", { message: "No token of test mode can pay this amount." });
  return { ...move, id, option: best.option };
}

/**
 * Moves a test payment, through the same transitions and with the same events as a buyer's payment. One that is open passes through
 * processing.
 * @throws TillError `payment_not_found`; `forbidden` for another merchant's; `invalid_state` for a move that a payment can't make, such as
 * one that is being collected on a testnet.
 */
export async function advancePayment(tx: Tx, scope: PartnerScope, move: PreparedMove): Promise<ReadStatus> {
  requireTestAccount(scope);
  const payment = await holdPayment(tx, scope, move.id);
  await applyMove(tx, payment, move);
  const [snapshot] = await listSnapshots(tx, [payment.id]);
  if (snapshot === undefined) throw new Error(`payment ${payment.id} is gone`);
  return { snapshot, status: statusAt(snapshot, clock.now()) };
}

async function applyMove(tx: Tx, payment: Payment, move: PreparedMove): Promise<void> {
  const { id: paymentId } = payment;
  const status = statusAt(payment, clock.now());
  if (status === "succeeded" && move.payout !== undefined) return payOut(tx, payment, move.payout);
  if (status !== "requires_action" && (status !== "processing" || move.to === "processing")) throw wrongState(status);
  if (move.to === "expired") {
    if (status === "processing") throw wrongState(status);
    await applyPaymentEvent(tx, paymentId, { type: "expired_early" });
    return;
  }
  const isDeclined = move.to === "failed" && move.failureCode === "declined_user" && status === "requires_action";
  if (isDeclined) {
    const { id: optionId } = requireOption(move);
    const account = toCaip10(simulatedChain.buyer);
    await applyPaymentEvent(tx, paymentId, { type: "declined", account, appId: null, optionId });
    return;
  }
  const attempt =
    status === "processing" ? await getLiveAttempt(tx, paymentId) : await confirm(tx, requireOption(move));
  if (move.to === "failed") {
    const reason = "the test payment was made to fail";
    await rejectCollection(tx, attempt.id, attempt.option, reason, move.failureCode ?? null);
  }
  if (move.to === "succeeded") await collectSimulated(tx, attempt.id, attempt.option, move.payout);
}

/** Of two concurrent moves, the second one may find a payment that was open when it was priced. */
function requireOption({ option }: PreparedMove): PaymentOption {
  if (option === null) throw new TillError("invalid_state", { message: "The payment has changed. Try again." });
  return option;
}

type Attempt = { id: AttemptId; option: PaymentOption };

/** Confirms for the simulated buyer. No check waits for the attempt, so the payment stays in processing until it is moved on. */
async function confirm(tx: Tx, option: PaymentOption): Promise<Attempt> {
  const now = clock.now();
  const id = newId("att", now);
  const { id: optionId, paymentId, chainId, token, buyer, amount, fee } = option;
  const asset = toCaip19({ chainId, address: token });
  const buyerAccount = toCaip10({ chainId, address: buyer });
  await applyPaymentEvent(tx, paymentId, {
    type: "confirmed",
    attemptId: id,
    buyerAccount,
    appId: null,
    asset,
    amount,
    fee,
  });
  await insertAttempt(tx, {
    id,
    paymentId,
    refundId: null,
    optionId,
    signature: "0x",
    approvalHashes: [],
    approvalNonce: null,
    awaits: false,
    excludeFromRelayer: undefined,
    appId: null,
    clientId: null,
    now,
  });
  return { id, option };
}

async function getLiveAttempt(tx: Tx, paymentId: PaymentId): Promise<Attempt> {
  const optionId = await findConfirmedOptionId(tx, paymentId);
  const option = optionId === null ? null : await findOption(tx, paymentId, optionId);
  const id = option === null ? null : await findLiveAttempt(tx, option.id);
  if (option === null || id === null) throw new Error(`payment ${paymentId} is processing without an attempt`);
  requireSimulated(option.chainId);
  return { id, option };
}

/** @throws TillError `invalid_state` for a testnet, whose blocks decide what becomes of a transaction. */
export function requireSimulated(chainId: number): void {
  if (isSimulated(chainId)) return;
  const { name } = getChain(chainId);
  throw new TillError("invalid_state", { message: `It is paid on ${name}, so it moves by itself.` });
}

/** Ends the payout of a test payment whose money counts as held, or whose payout has failed. */
async function payOut(tx: Tx, payment: Payment, payout: SimulatedPayout): Promise<void> {
  const { id, merchantId, result, settlement } = payment;
  if (payout === "held" || result === null || settlement !== null) throw wrongState("succeeded");
  const destination = await findDestination(tx, merchantId, result.asset);
  if (destination === null) {
    const message = `The merchant has no settlement destination for ${result.asset}. Add one, then try again.`;
    throw new TillError("invalid_state", { message });
  }
  const [event] = payoutEvent(payout, { txHash: simulatedHash(`${id} payout`), destination });
  if (event !== undefined) await applyPaymentEvent(tx, id, event);
}
