import { idleMs, type Round, type RoundContext } from "#lib/chain/relay/loops/round.ts";
import { comparePending } from "#lib/chain/relay/nonces/compare-nonces.ts";
import { broadcastSigned } from "#lib/chain/relay/sending/broadcast.ts";
import { reserveQueued } from "#lib/chain/relay/sending/reserve.ts";
import { signReserved } from "#lib/chain/relay/sending/sign.ts";

/**
 * Sends new transactions as soon as they are announced: simulates them, reserves nonces, signs, and broadcasts. The first round
 * compares the nonces with the chain's: the database may have been restored from a backup.
 */
export function createSendRound({ queue, owner, registry, coordinator }: RoundContext): Round {
  let isCompared = false;
  return async () => {
    if (!isCompared) {
      await comparePending(queue);
      isCompared = true;
    }
    // While something is left unsigned, no further nonce is taken: a call that waits without one can still end at no cost.
    const mayReserve = coordinator.areAllSigned || (await signReserved(queue));
    const { isMore } = await reserveQueued(queue, { owner, mayReserve, registry, ends: coordinator.ends }, "fresh");
    coordinator.areAllSigned = mayReserve && (await signReserved(queue));
    const { count, hasUsedNonce } = await broadcastSigned(queue, ["signed"], registry);
    if (hasUsedNonce) coordinator.hasUsedNonce = true;
    coordinator.inFlight += count;
    if (count > 0) coordinator.watchWakeup.notify();
    return isMore ? 0 : idleMs;
  };
}
