import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { stuckAfterMs, unstick } from "#lib/chain/relay/fees/unstick.ts";
import { Lease } from "#lib/chain/relay/lease.ts";
import { reconcileNonces } from "#lib/chain/relay/nonces/reconcile-nonces.ts";
import { type RelayListener, type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { broadcastSigned } from "#lib/chain/relay/sending/broadcast.ts";
import { reserveQueued } from "#lib/chain/relay/sending/reserve.ts";
import { signReserved } from "#lib/chain/relay/sending/sign.ts";
import { Wakeup } from "#lib/chain/relay/wakeup.ts";
import { BlockClock } from "#lib/chain/relay/watching/block-clock.ts";
import { watchInFlight } from "#lib/chain/relay/watching/watch.ts";
import { signals } from "#lib/db/signals.ts";
import { log } from "#lib/log/log.ts";

const idleMs = 1_000;
const resendAfterMs = 10_000;
/** While something is in flight as often as a bid is given time, else seldom. */
const reconcileIdleMs = 30_000;
/** When a node could not tell all of it, it is asked again so soon. */
const reconcileAgainMs = 2_000;
/** Without a new block, receipts are looked for this often all the same, by every hash. */
const thoroughAfterMs = 3_000;

/** One round of work. @returns how long to sleep before the next, unless somebody rings. */
type Round = () => Promise<{ pauseMs: number }>;

/**
 * Works through one queue until the signal aborts. Three things go on side by side, so that none waits for another: what
 * is new is reserved, signed and sent as soon as it is announced; what is in flight is watched, block by block; and what
 * is stuck, was put back or has lost its nonce is tended to. Each step reads what is persisted and is safe to repeat: a
 * round that fails is logged and made again.
 * @param owner names this process in the lease; another worker takes over when the lease runs out.
 */
export async function runRelayQueue(
  queue: RelayQueue,
  owner: string,
  listener: RelayListener,
  signal: AbortSignal,
): Promise<void> {
  const lease = new Lease(queue, owner);
  const [sendWakeup, watchWakeup, tendWakeup] = [new Wakeup(signal), new Wakeup(signal), new Wakeup(signal)];
  const stopListening = signals().listen("till_relay", (keys) => {
    if (keys.includes(relayQueueKey(queue))) sendWakeup.notify();
  });
  const flight: Flight = { count: 1, hasUsedNonce: false };
  const repeat = async (round: Round, wakeup: Wakeup) => {
    while (!signal.aborted) await wakeup.wait(await pauseAfter(round));
  };
  const pauseAfter = async (round: Round): Promise<number> => {
    try {
      return (await lease.hold()) ? (await round()).pauseMs : idleMs;
    } catch (error) {
      log().warn({ err: error, ...queue }, "a relay round failed and will be made again");
      return idleMs;
    }
  };
  await Promise.all([
    repeat(sendRound(queue, owner, listener, flight, watchWakeup), sendWakeup),
    repeat(watchRound(queue, listener, flight, sendWakeup), watchWakeup),
    repeat(tendRound(queue, owner, listener, flight, sendWakeup), tendWakeup),
  ]);
  stopListening();
  await lease.release();
}

/** How many of a queue's transactions are on their way, as far as is known, and whether a node called a nonce used up. */
type Flight = { count: number; hasUsedNonce: boolean };

function sendRound(
  queue: RelayQueue,
  owner: string,
  listener: RelayListener,
  flight: Flight,
  watchWakeup: Wakeup,
): Round {
  return async () => {
    const { isMore } = await reserveQueued(queue, owner, listener, "fresh");
    await signReserved(queue);
    const { count, hasUsedNonce } = await broadcastSigned(queue, ["signed"], listener);
    flight.count += count;
    flight.hasUsedNonce ||= hasUsedNonce;
    if (count > 0) watchWakeup.notify();
    return { pauseMs: isMore ? 0 : idleMs };
  };
}

function watchRound(queue: RelayQueue, listener: RelayListener, flight: Flight, sendWakeup: Wakeup): Round {
  const blocks = new BlockClock(getChain(queue.chainId).blockTimeMs);
  let [seenTo, thoroughAtMs] = [null as bigint | null, 0];
  return async () => {
    const head = await chainClient(queue.chainId).getBlockNumber();
    const nowMs = performance.now();
    const isThorough = nowMs - thoroughAtMs > thoroughAfterMs;
    if (isThorough) thoroughAtMs = nowMs;
    if (blocks.observe(head, nowMs) || isThorough) {
      flight.count = await watchInFlight(queue, head, listener, isThorough ? null : seenTo);
      seenTo = head;
      // What lost its block is to be sent again.
      sendWakeup.notify();
    }
    return { pauseMs: flight.count === 0 ? idleMs : blocks.pauseMs(performance.now()) };
  };
}

function tendRound(
  queue: RelayQueue,
  owner: string,
  listener: RelayListener,
  flight: Flight,
  sendWakeup: Wakeup,
): Round {
  const pauseMs = Math.min(2_000, Math.max(250, getChain(queue.chainId).blockTimeMs / 2));
  let [resentAtMs, reconciledAtMs, isUnclear] = [0, Number.NEGATIVE_INFINITY, false];
  return async () => {
    const nowMs = performance.now();
    let isNews = (await reserveQueued(queue, owner, listener, "delayed")).count > 0;
    isNews = (await unstick(queue)) > 0 || isNews;
    if (isNews) sendWakeup.notify();
    if (nowMs - resentAtMs > resendAfterMs) {
      resentAtMs = nowMs;
      const { hasUsedNonce } = await broadcastSigned(queue, ["signed", "broadcast"], listener);
      flight.hasUsedNonce ||= hasUsedNonce;
    }
    const busyMs = isUnclear ? reconcileAgainMs : stuckAfterMs(queue.chainId);
    const dueMs = flight.count > 0 ? busyMs : reconcileIdleMs;
    // A nonce that is used up in a block which is not final yet proves nothing: looked at again and again until it does.
    if (flight.hasUsedNonce || nowMs - reconciledAtMs > dueMs) {
      [reconciledAtMs, flight.hasUsedNonce, isUnclear] = [nowMs, false, true];
      isUnclear = !(await reconcileNonces(queue, owner, listener));
      sendWakeup.notify();
    }
    return { pauseMs };
  };
}
