import { LRUCache } from "lru-cache";
import type { Quota } from "#lib/domain/platform/rate-limit/quota.ts";

const rememberedForMs = 3_600_000;

/**
 * Decides who may ask the database who they are. An address that has used up its failures is noisy until its minute
 * is over. From there, a credential that was good within the last hour comes in as ever, so that a flood of wrong keys
 * keeps nobody else out; all others together get one look-up at a time, so that the flood costs the database next to
 * nothing, and a key that is new here still comes in between two wrong ones.
 */
export class Doorkeeper {
  readonly #noisy = new LRUCache<string, Quota>({ max: 100_000 });
  readonly #good = new LRUCache<string, true>({ max: 100_000, ttl: rememberedForMs });
  #isAskingForStranger = false;

  /** Takes an address as noisy until the quota that it used up is there again. */
  tellNoisy(address: string, quota: Quota): void {
    this.#noisy.set(address, quota, { ttl: Math.max(1, quota.resetsAtMs - Date.now()) });
  }

  /** The quota that an address has used up, or null. */
  noiseOf(address: string): Quota | null {
    return this.#noisy.get(address) ?? null;
  }

  remember(credential: string): void {
    this.#good.set(credential, true);
  }

  forget(credentials: readonly string[]): void {
    for (const credential of credentials) this.#good.delete(credential);
  }

  knowsOneOf(credentials: readonly string[]): boolean {
    return credentials.some((credential) => this.#good.has(credential));
  }

  /** Runs a stranger's look-up; null at once, without running it, while another stranger's runs. */
  async askForStranger<T>(lookUp: () => Promise<T>): Promise<T | null> {
    if (this.#isAskingForStranger) return null;
    this.#isAskingForStranger = true;
    try {
      return await lookUp();
    } finally {
      this.#isAskingForStranger = false;
    }
  }
}
