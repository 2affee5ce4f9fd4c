import { getChain } from "#lib/chain/chains.ts";
import { withTimeout } from "#lib/chain/nodes/ask-chain.ts";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { clock } from "#lib/core/clock.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";
import { metrics } from "#lib/log/metrics.ts";

/** The pause between two checks. With the timeout, two failures in a row take less than 30 s, also when nodes hang. */
export const checkEveryMs = 5_000;
const timeoutMs = 8_000;
/** One failure may be a lost connection. */
const alarmAfter = 2;

/** A chain counts as stuck after this, and after twenty of its blocks. */
const stuckAfterMs = 120_000;
const stuckAfterBlocks = 20;

/** Returns the age in seconds from which on a chain's newest block means that its nodes are behind, or that it has stopped. */
export function oldHeadSeconds(chainId: number): number {
  return Math.max(stuckAfterMs, stuckAfterBlocks * getChain(chainId).blockTimeMs) / 1_000;
}

/** Watches whether a chain's nodes answer, whether or not there is a payment that needs them. */
export class ChainMonitor {
  readonly #chainId: number;
  #failures = 0;

  constructor(chainId: number) {
    this.#chainId = chainId;
  }

  /**
   * Asks the chain once. Raises `chain_down` after two failures in a row, each minute, and ends it after an
   * answer; and `chain_stuck` while the newest block is old.
   */
  async check(): Promise<void> {
    const chainId = this.#chainId;
    const { name } = getChain(chainId);
    try {
      this.#reportHead(await withTimeout(chainId, timeoutMs, probe(chainId)));
      metrics().chainUp.set({ chain: String(chainId) }, 1);
    } catch (error) {
      this.#failures += 1;
      metrics().chainUp.set({ chain: String(chainId) }, 0);
      if (this.#failures < alarmAfter) return;
      const facts = { err: error, chainId };
      raiseAlarm("chain_down", String(chainId), facts, `the nodes of ${name} don't answer; payments there wait`);
      return;
    }
    this.#failures = 0;
    endAlarm("chain_down", String(chainId), { chainId }, `the nodes of ${name} answer again`);
  }

  #reportHead({ number, timestamp }: Head): void {
    const chainId = this.#chainId;
    const { name } = getChain(chainId);
    const ageSeconds = Math.round(clock.now().getTime() / 1_000) - Number(timestamp);
    if (ageSeconds <= oldHeadSeconds(chainId)) {
      endAlarm("chain_stuck", String(chainId), { chainId }, `${name} has new blocks again`);
      return;
    }
    const facts = { chainId, block: number, ageSeconds };
    raiseAlarm("chain_stuck", String(chainId), facts, `${name} has had no new block; payments there wait`);
  }
}

type Head = { number: bigint; timestamp: bigint };

/**
 * Returns the newest block.
 * @throws Error when no node answers, one serves another chain, or none shows the tag that decides finality.
 */
async function probe(chainId: number): Promise<Head> {
  const client = quickChainClient(chainId);
  const [actual, { number: head, timestamp }] = await Promise.all([client.getChainId(), client.getBlock()]);
  if (actual !== chainId) throw new Error(`the node configured for chain ${chainId} serves chain ${actual}`);
  const finalBlock = await newestFinalBlock(chainId, head);
  const chain = String(chainId);
  metrics().chainHeadTime.set({ chain }, Number(timestamp));
  metrics().chainFinalLag.set({ chain }, Number(head - finalBlock));
  return { number: head, timestamp };
}
