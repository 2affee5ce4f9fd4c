import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "./installation.ts";
import { createRandom } from "./random.ts";

/**
 * Lets each chain's node answer all searches of logs with none, for seconds at a time, until the signal
 * aborts: its index lags or is pruned, while its blocks, receipts and states are right.
 */
export async function hideLogs({ chains }: Installation, seed: number, until: AbortSignal): Promise<void> {
  await Promise.all(
    chains.map(async ({ node }, index) => {
      const random = createRandom(seed, 20 + index);
      while (!until.aborted) {
        await pause(random.int(500, 4_000), undefined, { signal: until }).catch(() => undefined);
        if (!until.aborted) await node.misbehave("hides all logs", random.int(1_000, 6_000));
      }
    }),
  );
}
