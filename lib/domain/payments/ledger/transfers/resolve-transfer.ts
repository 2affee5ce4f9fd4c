import { currentActor } from "#lib/core/actor.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { type Finding, lockTransfersWith, resolveTransfer } from "#lib/domain/payments/ledger/transfers/repository.ts";

/**
 * Records a person's finding about a transfer that no payment explains: whom the tokens belong to that arrived, or where those
 * went that left. It is booked at once and never changes; a correction can book it otherwise.
 * @param note for the books, in the person's words.
 * @throws Error when no transfer with that id waits for this kind of finding, or the payment doesn't exist.
 */
export async function resolveOpenTransfer(id: bigint, finding: Finding, note: string): Promise<void> {
  if (note.trim() === "") throw new Error("The finding has no note. Say in the note how you know it.");
  const by = currentActor()?.name ?? "service";
  const isResolved = await inTransaction(async (tx) => {
    await lockTransfersWith(tx, id);
    return resolveTransfer(tx, id, finding, { note: note.trim(), by });
  });
  if (!isResolved) {
    const directions = finding.kind === "withdrawal" || finding.kind === "loss" ? "left a wallet" : "arrived";
    const payment = finding.kind === "payment" ? `, or there is no payment ${finding.paymentId}` : "";
    throw new Error(
      `No transfer ${id} that ${directions} waits for a person${payment}. List them with npm run treasury -- list.`,
    );
  }
}
