import { database } from "#lib/db/pool.ts";
import {
  describeFigures,
  formatAmount,
  type MovementPlan,
} from "#lib/domain/payments/ledger/movements/order-movement.ts";
import { listMovements, type Movement } from "#lib/domain/payments/ledger/movements/repository.ts";

/** The most movements that are listed. */
export const mostListed = 1_000;

/** Describes what a movement will do, and the figures behind it. */
export function describePlan(plan: MovementPlan): string {
  const { kind, asset, amount, wallet, destination, reason, figures } = plan;
  const what = `${kind}: ${formatAmount(asset, amount)} from ${wallet} to ${destination} (${reason})`;
  return `${what}\n${describeFigures(asset, figures)}`;
}

/** Lists movements for a terminal, the newest first. */
export async function describeMovements(): Promise<string> {
  const movements = await listMovements(database, mostListed);
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
