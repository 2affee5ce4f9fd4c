import { encodeFunctionData } from "viem";
import { type DepositTerms, factoryAbi } from "#lib/chain/deposits/deposit-factory.ts";
import { findGasPrice, gasCostAt } from "#lib/chain/gas-price.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { fromNode } from "#lib/chain/nodes/node-error.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { currentActor } from "#lib/core/actor.ts";
import { type Caip19, parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { isInScope, type PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { recordPaymentChange } from "#lib/domain/partners/audit/record-payment-change.ts";
import {
  assetOfAddress,
  requireOwnAddress,
  termsOf,
  type WatchedAddress,
} from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import {
  acceptAmount,
  findAddress,
  listAddresses,
  lockAddress,
} from "#lib/domain/payments/deposit-addresses/repository.ts";
import type {
  DepositException,
  DepositExceptionState,
} from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";
import { chainOfAsset, sweepGas } from "#lib/domain/payments/deposits/exceptions/open-exception.ts";
import { readRefund } from "#lib/domain/payments/deposits/exceptions/read-refund.ts";
import {
  type ExceptionChange,
  findException,
  lockException,
  setExceptionState,
} from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { isFinal } from "#lib/domain/payments/payment.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { requireGasLeft } from "#lib/domain/platform/gas-budget/require-gas-left.ts";

/** Zero names a chain's native coin in a sweep. */
const nativeToken = "0x0000000000000000000000000000000000000000";

/** The actions that a member can choose for an exception. */
const exceptionActions = ["accept", "forward", "keep", "refund"] as const;
export type ExceptionAction = (typeof exceptionActions)[number];

/** The actions that an exception allows now. A hint for pages: {@link decideException} decides. */
export function allowedActions({ kind, state }: DepositException): ExceptionAction[] {
  if (state === "forwarded") return ["refund", "keep"];
  if (state !== "open") return [];
  if (kind === "underpaid" || kind === "late") return ["accept", "forward"];
  // Only the recipient can send it on from there.
  return kind === "other_chain" ? ["keep"] : ["forward"];
}

/** A member's decision about an exception. */
export type ExceptionDecision =
  | { action: "accept" }
  | { action: "forward" }
  | { action: "keep"; reason: string }
  | { action: "refund"; txHash: string };

/**
 * Carries out a member's decision:
 * - `accept` collects what is at the address for the payment, which succeeds with that amount;
 * - `forward` sends it to the recipient of the address, without a fee;
 * - `keep` ends the case: the merchant keeps the money, and says why;
 * - `refund` ends the case: the merchant's transfer to the buyer is on the chain.
 * @throws TillError `not_found`; `invalid_state` for an action that the exception doesn't allow now; `params_validation` on `txHash`
 * for a transaction that isn't the refund; `rate_limited` when the partner's budget for gas is used up; `bad_gateway`.
 */
export async function decideException(scope: PartnerScope, id: string, decision: ExceptionDecision): Promise<void> {
  const found = isId("dex", id) ? await findException(database, id) : null;
  if (found === null || !isInScope(scope, found)) throw new TillError("not_found");
  requireAllowed(found, decision);
  const address = await findAddress(database, found.address);
  if (address === null) throw new Error(`exception ${id} has no address`);
  if (decision.action === "forward") await requireSweepable(scope, found);
  if (decision.action === "refund") await readRefund(found, address, decision.txHash);
  const head = decision.action === "forward" ? await readHead(address.chainId) : null;
  await inTransaction(async (tx) => {
    // The payment's row first, as everything that changes a payment locks it.
    const payment = await lockPayment(tx, found.paymentId);
    const exception = await lockException(tx, found.id);
    if (payment === null || exception === null) throw new TillError("not_found");
    requireAllowed(exception, decision);
    if (decision.action === "accept") {
      if (!isFinal(payment.storedStatus) || payment.storedStatus === "succeeded") throw wrongMoment();
      await accept(tx, exception);
    }
    if (head !== null) await sweep(tx, exception, head);
    const actor = currentActor();
    const change = {
      ...changeOf(decision),
      decidedBy: actor === null ? null : `${actor.kind}:${actor.id ?? actor.name}`,
    };
    await setExceptionState(tx, exception.id, states[decision.action], change, clock.now());
    const after = {
      exception: exception.id,
      asset: exception.asset,
      amount: String(exception.amount),
      ...wordsOf(decision),
    };
    await recordPaymentChange(tx, {
      id: payment.id,
      partnerId: payment.partnerId,
      verb: verbs[decision.action],
      after,
    });
  });
}

const states = {
  accept: "accepting",
  forward: "sweeping",
  keep: "kept",
  refund: "refunded",
} as const satisfies Record<ExceptionAction, DepositExceptionState>;
const verbs = {
  accept: "deposit_accepted",
  forward: "deposit_forwarded",
  keep: "deposit_kept",
  refund: "deposit_refunded",
} as const;

function changeOf(decision: ExceptionDecision): ExceptionChange {
  if (decision.action === "keep") return { reason: decision.reason };
  return decision.action === "refund" ? { refundTxHash: decision.txHash } : {};
}

function wordsOf(decision: ExceptionDecision): Record<string, string> {
  if (decision.action === "keep") return { reason: decision.reason };
  return decision.action === "refund" ? { txHash: decision.txHash } : {};
}

function requireAllowed(exception: DepositException, { action }: ExceptionDecision): void {
  if (!allowedActions(exception).includes(action)) throw wrongMoment();
}

function wrongMoment(): TillError {
  return new TillError("invalid_state", { message: "This can't be done now. Load the page again to see what can." });
}

async function readHead(chainId: number): Promise<bigint> {
  return fromNode(chainId, chainClient(chainId).getBlockNumber());
}

/** Has what is at the address collected for its payment, although it is too little or too late. */
async function accept(tx: Tx, { paymentId, address, asset, amount }: DepositException): Promise<void> {
  const locked = await lockAddress(tx, address);
  const isOnly = (await listAddresses(tx, paymentId)).every(({ state }) => state === "closed");
  if (asset !== assetOfAddress(locked) || !isOnly) throw wrongMoment();
  if (amount <= locked.fee) {
    throw new TillError("invalid_state", { message: "It doesn't cover the payment's fee. Forward it instead." });
  }
  await acceptAmount(tx, address, amount);
}

/** A token goes to the merchant's wallet only if the merchant has said where it takes that token. */
async function requireSweepable({ partnerId }: PartnerScope, { merchantId, asset }: DepositException): Promise<void> {
  const token = findToken(asset);
  if (token !== null && (await findDestination(database, merchantId, asset)) === null) {
    const message = `The merchant has no settlement destination for ${token.symbol}. Set one first, so that it can use what it gets.`;
    throw new TillError("invalid_state", { message });
  }
  const price = await findGasPrice(chainOfAsset(asset));
  await requireGasLeft(partnerId, null, price === null ? 0n : gasCostAt(price, sweepGas));
}

async function sweep(tx: Tx, { id, address, asset, sweeps }: DepositException, head: bigint): Promise<void> {
  const locked = requireOwnAddress(await lockAddress(tx, address));
  const { chainId, submitter, factory } = locked;
  await queueTransaction(tx, {
    chainId,
    wallet: submitter,
    sinceBlock: head,
    purpose: { kind: "sweep", exceptionId: id, sweep: sweeps + 1 },
    target: factory,
    calldata: sweepCalldata(termsOf(locked), asset),
  });
}

/** Encodes the factory's call that sends an asset to the recipient. */
function sweepCalldata(terms: DepositTerms, asset: Caip19) {
  const token = parseCaip19(asset)?.address ?? nativeToken;
  return encodeFunctionData({ abi: factoryAbi, functionName: "sweep", args: [terms, token] });
}

/** The call by which the recipient itself sends on what is on another chain. */
export function recipientSweep(address: WatchedAddress, { asset }: DepositException) {
  return {
    chainId: chainOfAsset(asset),
    from: address.recipient,
    to: address.factory,
    data: sweepCalldata(termsOf(address), asset),
  };
}
