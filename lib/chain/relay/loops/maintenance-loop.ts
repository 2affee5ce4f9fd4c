import { getChain } from "#lib/chain/chains.ts";
import type { Round, RoundContext } from "#lib/chain/relay/loops/round.ts";
import { checkFinality } from "#lib/chain/relay/recovery/check-finality.ts";
import { reconcileNonces } from "#lib/chain/relay/recovery/reconcile-nonces.ts";
import { type RecoveryLimits, recoverWallet } from "#lib/chain/relay/recovery/recover-wallet.ts";
import { broadcastSigned } from "#lib/chain/relay/sending/broadcast.ts";
import { replaceAfterMs, replaceStuck } from "#lib/chain/relay/sending/replace-stuck.ts";
import { reserveQueued } from "#lib/chain/relay/sending/reserve.ts";

const resendAfterMs = 10_000;
/** While nothing is in flight; otherwise nonces are compared as often as stuck transactions are replaced. */
const reconcileIdleMs = 30_000;
/** The limits of a round of a worker; `npm run recover` has none. */
const recoveryLimits: RecoveryLimits = { blocks: 2_000, transactions: 200 };
/** After a node could not account for every nonce, or while the wallet is quarantined. */
const reconcileAgainMs = 2_000;

/**
 * Handles what did not go straight through: retries delayed transactions, replaces stuck ones, sends dropped ones again, and
 * reconciles nonces with the chain's.
 */
export function createMaintenanceRound({ queue, owner, registry, coordinator }: RoundContext): Round {
  const pauseMs = Math.min(2_000, Math.max(250, getChain(queue.chainId).blockTimeMs / 2));
  let resentAtMs = 0;
  let reconciledAtMs = Number.NEGATIVE_INFINITY;
  let isIncomplete = false;

  async function retryAndReplace(): Promise<void> {
    const { areAllSigned: mayReserve, ends } = coordinator;
    const { count } = await reserveQueued(queue, { owner, mayReserve, registry, ends }, "delayed");
    const replaced = await replaceStuck(queue);
    if (count + replaced > 0) coordinator.sendWakeup.notify();
  }

  async function resendDropped(): Promise<void> {
    const { hasUsedNonce } = await broadcastSigned(queue, ["signed", "broadcast"], registry);
    if (hasUsedNonce) coordinator.hasUsedNonce = true;
  }

  function isReconciliationDue(nowMs: number): boolean {
    const busyMs = isIncomplete ? reconcileAgainMs : replaceAfterMs(queue.chainId);
    return nowMs - reconciledAtMs > (coordinator.inFlight > 0 || isIncomplete ? busyMs : reconcileIdleMs);
  }

  return async () => {
    const nowMs = performance.now();
    await retryAndReplace();
    if (nowMs - resentAtMs > resendAfterMs) {
      resentAtMs = nowMs;
      await resendDropped();
    }
    // A nonce used in a block that is not final yet proves nothing, so reports keep coming until one that is final does.
    if (coordinator.hasUsedNonce || isReconciliationDue(nowMs)) {
      coordinator.hasUsedNonce = false;
      reconciledAtMs = nowMs;
      // Stays set when the reconciliation throws.
      isIncomplete = true;
      const areNoncesKnown = await reconcileNonces(queue, registry);
      const isFinalStill = await checkFinality(queue, registry);
      const isRecovered = await recoverWallet(queue, registry, recoveryLimits);
      isIncomplete = !isRecovered || !areNoncesKnown || !isFinalStill;
      coordinator.sendWakeup.notify();
    }
    return pauseMs;
  };
}
