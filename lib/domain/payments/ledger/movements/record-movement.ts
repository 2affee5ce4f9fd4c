import type { TransactionReceipt } from "viem";
import { measureDeparture } from "#lib/chain/transfers.ts";
import { parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { MovementId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import {
  endMovement,
  failMovementRow,
  lockMovement,
  type Movement,
} from "#lib/domain/payments/ledger/movements/repository.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";

/**
 * Records the outcome of a movement's final transaction. What left the wallet is booked, by the token's Transfer logs, or by the
 * receipt's status for native coin. A transaction that moved nothing ends the movement as failed and raises an alarm; it isn't
 * repeated, because the operator may want something else by then.
 */
export async function recordMovement(tx: Tx, id: MovementId, receipt: TransactionReceipt): Promise<void> {
  const movement = await lockUnderWay(tx, id);
  if (movement === null) return;
  const { transactionHash: txHash, blockNumber } = receipt;
  const moved = measureMoved(movement, receipt);
  if (moved === null) await fail(tx, movement, `${txHash} ended without the transfer`);
  else await endMovement(tx, id, { txHash, blockNumber, moved }, clock.now());
}

/** Records that a movement can't be sent or has reverted; the money is still in the wallet. */
export async function failMovement(tx: Tx, id: MovementId, reason: string): Promise<void> {
  const movement = await lockUnderWay(tx, id);
  if (movement !== null) await fail(tx, movement, reason);
}

function measureMoved({ asset, wallet, amount }: Movement, { status, logs }: TransactionReceipt): bigint | null {
  if (status !== "success") return null;
  const token = parseCaip19(asset)?.address;
  return token === undefined ? amount : (measureDeparture(logs, { token, from: wallet })?.amount ?? null);
}

async function fail(tx: Tx, { id }: Movement, reason: string): Promise<void> {
  await recordAlarm(tx, "movement_failed", id, { movementId: id, reason }, "a movement of the operator failed");
  await failMovementRow(tx, id, reason, clock.now());
}

/** Null, with an alarm, for a movement that has ended already, which never should get a second outcome. */
async function lockUnderWay(tx: Tx, id: MovementId): Promise<Movement | null> {
  const movement = await lockMovement(tx, id);
  if (movement.state === "queued" || movement.state === "sent") return movement;
  const facts = { movementId: id, state: movement.state };
  await recordAlarm(tx, "movement_unexpected", id, facts, "a movement ended a second time");
  return null;
}
