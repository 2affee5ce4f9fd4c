import { database } from "#lib/db/pool.ts";
import { listMovements, type Movement } from "#lib/domain/payments/ledger/movements/repository.ts";
import {
  describeFigures,
  formatAmount,
  type MovementPlan,
} from "#lib/domain/payments/ledger/movements/request-movement.ts";
import type { OwnerPaymentPlan } from "#lib/domain/payments/payouts/owner/record-owner-transfer.ts";

/** The maximum number of movements that are listed. */
export const maxListed = 1_000;

/** Describes what a movement will do, and the figures behind it. */
export function describePlan(plan: MovementPlan): string {
  const { kind, asset, amount, wallet, destination, reason, figures } = plan;
  const what = `${kind}: ${formatAmount(asset, amount)} from ${wallet} to ${destination} (${reason})`;
  return `${what}\n${describeFigures(asset, figures)}`;
}

/** Describes the payouts that a treasury's owner has paid. */
export function describeOwnerPayment(plan: OwnerPaymentPlan): string {
  const { paymentIds, asset, amount, treasury, recipient, isRefund, hash, logIndex, shownBy } = plan;
  const what = isRefund ? "Refunded to the buyer" : "Settled";
  const how = `${recipient} got ${formatAmount(asset, amount)} from ${treasury} by log ${logIndex} of ${hash}, ${shownBy}`;
  return `${what}: ${paymentIds.join(", ")}.\n${how}.`;
}

/** Lists movements for a terminal, the newest first. */
export async function describeMovements(): Promise<string> {
  const movements = await listMovements(database, maxListed);
  return movements.length === 0 ? "There are no movements." : movements.map(describeMovement).join("\n");
}

function describeMovement(movement: Movement): string {
  const { id, state, kind, asset, amount, wallet, destination, reason, orderedBy, createdAt, txHash, failure } =
    movement;
  const end = failure === null ? "" : `, ${failure}`;
  const by = txHash === null ? "" : `, by ${txHash}`;
  const what = `${kind} of ${formatAmount(asset, amount)} from ${wallet} to ${destination}`;
  return `${id}  ${state}  ${what}${by}${end}\n    ${createdAt.toISOString()}  ${orderedBy}: ${reason}`;
}
