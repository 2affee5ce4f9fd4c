import { clock } from "#lib/core/clock.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { announceDeliveries } from "#lib/domain/events/record-events.ts";
import { advanceReplay, lockNextReplay } from "#lib/domain/webhooks/replays/repository.ts";

/** Queues one batch of each running replay, in turn, until none is left. A batch is a transaction of its own. */
export async function advanceReplays(): Promise<void> {
  let isMore = true;
  while (isMore) {
    isMore = false;
    for (let after = ""; ; ) {
      const advanced = await inTransaction(async (tx) => {
        const replay = await lockNextReplay(tx, after);
        if (replay === null) return null;
        announceDeliveries(tx, [replay.partnerId]);
        return { id: replay.id, isRunning: await advanceReplay(tx, replay, clock.now()) };
      });
      if (advanced === null) break;
      after = advanced.id;
      isMore ||= advanced.isRunning;
    }
  }
}
