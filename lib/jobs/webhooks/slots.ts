import type { PartnerId, WebhookEndpointId } from "#lib/core/ids.ts";

/** The most attempts under way at once in a process. */
export const atOnce = { endpoint: 8, partner: 32, worker: 512 } as const;

/** Counts the attempts that are under way, so that one receiver that is slow takes no room from the others. */
export class Slots {
  readonly #endpoints = new Map<WebhookEndpointId, number>();
  readonly #partners = new Map<PartnerId, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  ofEndpoint(id: WebhookEndpointId): number {
    return this.#endpoints.get(id) ?? 0;
  }

  /** True when another attempt may start. An endpoint that fails gets one at a time. */
  hasRoom(id: WebhookEndpointId, partnerId: PartnerId, isFailing: boolean): boolean {
    return (
      this.#total < atOnce.worker &&
      (this.#partners.get(partnerId) ?? 0) < atOnce.partner &&
      this.ofEndpoint(id) < (isFailing ? 1 : atOnce.endpoint)
    );
  }

  take(id: WebhookEndpointId, partnerId: PartnerId): void {
    this.#add(id, partnerId, 1);
  }

  release(id: WebhookEndpointId, partnerId: PartnerId): void {
    this.#add(id, partnerId, -1);
  }

  #add(id: WebhookEndpointId, partnerId: PartnerId, count: 1 | -1): void {
    this.#total += count;
    add(this.#endpoints, id, count);
    add(this.#partners, partnerId, count);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
