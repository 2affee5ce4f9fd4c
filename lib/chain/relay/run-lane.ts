import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { broadcastSigned } from "#lib/chain/relay/broadcast.ts";
import { reserveQueued, signReserved } from "#lib/chain/relay/prepare.ts";
import { type Lane, laneKey, type RelayListener } from "#lib/chain/relay/relay-transaction.ts";
import { listByState } from "#lib/chain/relay/repository.ts";
import { claimLane, releaseLane } from "#lib/chain/relay/wallets.ts";
import { watchInFlight } from "#lib/chain/relay/watch.ts";
import { database } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import { log } from "#lib/log/log.ts";

/** Longer than a pass with one time-out in it; what a crash leaves waits this long for the next worker. */
const leaseMs = 5_000;
const idleMs = 1_000;
const resendAfterMs = 10_000;

/**
 * Works through one lane until the signal aborts: reserve, sign, broadcast, watch, in rounds. Between rounds it
 * sleeps until somebody announces work, or for a fifth of a block while something is in flight. A round that fails
 * is logged and made again: every step reads what is persisted and is safe to repeat.
 * @param owner names this process in the lease; another worker takes over when the lease runs out.
 */
export async function runLane(lane: Lane, owner: string, listener: RelayListener, signal: AbortSignal): Promise<void> {
  const bell = new Bell(signal);
  const stopListening = signals().listen("till_relay", (keys) => {
    if (keys.includes(laneKey(lane))) bell.ring();
  });
  const blockMs = getChain(lane.chainId).blockTimeMs;
  const busyMs = Math.min(1_000, Math.max(50, blockMs / 5));
  let lastResendMs = 0;
  while (!signal.aborted) {
    let hasWork = false;
    try {
      if (await claimLane(lane, owner, leaseMs)) {
        const isResend = Date.now() - lastResendMs > resendAfterMs;
        if (isResend) lastResendMs = Date.now();
        hasWork = await runRound(lane, owner, isResend, listener);
      }
    } catch (error) {
      log().warn({ err: error, ...lane }, "a relay round failed and will be made again");
    }
    await bell.wait(hasWork ? busyMs : idleMs);
  }
  stopListening();
  await releaseLane(lane, owner);
}

async function runRound(lane: Lane, owner: string, isResend: boolean, listener: RelayListener): Promise<boolean> {
  await reserveQueued(lane, owner, listener);
  await signReserved(lane);
  await broadcastSigned(lane, isResend ? ["signed", "broadcast"] : ["signed"], listener);
  const [open] = await listByState(database, lane, ["queued", "reserved", "signed", "broadcast", "mined"], 1);
  if (open === undefined) return false;
  await watchInFlight(lane, await chainClient(lane.chainId).getBlockNumber(), listener);
  return true;
}

/** Sleeps that a ring or the abort ends early; a ring that comes while nobody sleeps ends the next sleep at once. */
class Bell {
  #isRung = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    signal.addEventListener("abort", () => this.ring());
  }

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#isRung = false;
  }
}
