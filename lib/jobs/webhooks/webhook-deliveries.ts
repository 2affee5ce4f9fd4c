import { clock } from "#lib/core/clock.ts";
import type { EventId, PartnerId, WebhookEndpointId } from "#lib/core/ids.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import type { EventOfVersion, RenderEvents } from "#lib/domain/events/event-body.ts";
import {
  blockedAtFailures,
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  type DueEndpoint,
  findLastUpdate,
  leaseMs,
  listDueEndpoints,
} from "#lib/domain/webhooks/delivery/claim-deliveries.ts";
import { failAbandoned } from "#lib/domain/webhooks/delivery/disable-endpoint.ts";
import type { DeliveryResult } from "#lib/domain/webhooks/delivery/record-results.ts";
import { nextAttemptAt, readRetryAfter } from "#lib/domain/webhooks/delivery/retry-schedule.ts";
import { attemptTimeoutMs, outcomeOf, postWebhook, secretsOf } from "#lib/domain/webhooks/post-webhook.ts";
import { ResultWriter } from "#lib/jobs/webhooks/result-writer.ts";
import { atOnce, Slots } from "#lib/jobs/webhooks/slots.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

/**
 * Deliveries taken for a receiver at once: as many as may be under way, and up to `most` for one that answers
 * all within `fastMs`.
 */
const batch = { min: atOnce.endpoint, max: 256, fastMs: 1_000 } as const;
/** Deliveries that this process has taken at once, in all and of one partner. */
const maxTaken = 4_096;
const maxTakenOfPartner = 512;
const maxUnwritten = 2_000;
/** One that has waited longer in memory isn't sent: another worker could take it before the attempt ends. */
const startWithinMs = leaseMs - attemptTimeoutMs - 15_000;

/**
 * A delivery that waits for longer in memory is sent only if its endpoint is as it was then, which is looked
 * up as often at most.
 */
const currentForMs = 1_000;

/** A delivery that this process has taken, with what its attempt needs. */
type Taken = ClaimedDelivery & {
  body: string;
  url: URL;
  secrets: readonly string[];
  resumedAt: Date | null;
  updatedAt: Date;
  takenAt: Date;
  isProbe: boolean;
};

/** The deliveries of one endpoint that this process has taken. */
type EndpointQueue = {
  id: WebhookEndpointId;
  partnerId: PartnerId;
  waiting: Taken[];
  /** Taken ones whose results aren't stored yet: waiting, under way, or answered. */
  open: number;
  isFailing: boolean;
  /** The number to take at once, and when the last were taken. */
  size: number;
  takenAt: Date;
  /** More are due than were taken. */
  hasMore: boolean;
  lastUpdate: { readAtMs: number; at: Promise<Date | null> } | null;
};

/**
 * Delivers events to the partners' endpoints: takes deliveries that are due, sends them, and stores the
 * results. Every step leaves the database in a state from which any worker continues, so that each event
 * arrives at least once: a delivery that was taken and whose result isn't stored is due again a minute later.
 */
export class WebhookDeliveries {
  readonly #render: RenderEvents;
  readonly #wake: () => void;
  readonly #signal: AbortSignal;
  readonly #random: () => number;
  readonly #slots = new Slots();
  readonly #queues = new Map<WebhookEndpointId, EndpointQueue>();
  readonly #takenOf = new Map<PartnerId, number>();
  #taken = 0;
  /** The endpoint that was served last; the next one is the first of the next round. */
  #lastServed = "";
  /** There was no room for something that is due. */
  #isCrowded = false;
  readonly #attempts = new Set<Promise<void>>();
  readonly #writer: ResultWriter;

  /**
   * @param render writes events down.
   * @param wake asks for another round soon.
   * @param random from 0 to 1, for the pauses before retries.
   */
  constructor(render: RenderEvents, wake: () => void, signal: AbortSignal, random: () => number) {
    this.#render = render;
    this.#wake = wake;
    this.#signal = signal;
    this.#random = random;
    this.#writer = new ResultWriter(signal, (results, hasWoken) => this.#onStored(results, hasWoken));
  }

  /** Takes what is due and what there is room for, and starts it. Returns without waiting for the attempts. */
  async round(): Promise<void> {
    if (this.#writer.backlog > maxUnwritten) return;
    const now = clock.now();
    const due = await listDueEndpoints(now);
    for (const { id, isAbandoned } of due) {
      if (isAbandoned && (await failAbandoned(id, now))) this.#wake();
    }
    const endpoints = new Map(due.filter(({ isAbandoned }) => !isAbandoned).map((each) => [each.id, each]));
    const claims = this.#planClaims([...endpoints.values()]);
    if (claims.length === 0) return;
    const { taken, more } = await claimDeliveries(claims, now);
    const probes = new Set(claims.filter(({ isProbe }) => isProbe).map(({ endpointId }) => endpointId));
    await this.#enqueue(taken, endpoints, probes, now);
    for (const { endpointId } of claims) {
      const queue = this.#queues.get(endpointId);
      if (queue !== undefined) queue.hasMore = more.has(endpointId);
      // These wait for earlier deliveries of their subjects. Others may be behind them.
      else if (more.has(endpointId)) this.#wake();
    }
    this.#start();
  }

  /** Gives back what hasn't been sent, and resolves when what is under way has ended, within 10 s, and is stored. */
  async settle(): Promise<void> {
    for (const queue of this.#queues.values()) this.#giveBack(queue);
    await Promise.all(this.#attempts);
    await this.#writer.settle();
  }

  /** Shares the room between the endpoints, which take turns. */
  #planClaims(due: readonly DueEndpoint[]): Claim[] {
    const sorted = due.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const next = Math.max(
      0,
      sorted.findIndex(({ id }) => id > this.#lastServed),
    );
    const claims: Claim[] = [];
    const planned = new Map<PartnerId, number>();
    const share = Math.max(batch.min, Math.floor(maxTaken / Math.max(1, due.length)));
    let room = maxTaken - this.#taken;
    this.#isCrowded = false;
    for (const { id, partnerId, failures } of [...sorted.slice(next), ...sorted.slice(0, next)]) {
      const queue = this.#queues.get(id);
      const isFailing = queue?.isFailing ?? failures > 0;
      const wanted = (isFailing ? 1 : Math.min(queue?.size ?? batch.min, share)) - (queue?.open ?? 0);
      const ofPartner = maxTakenOfPartner - (this.#takenOf.get(partnerId) ?? 0) - (planned.get(partnerId) ?? 0);
      const count = Math.min(wanted, room, ofPartner);
      if (count < 1) {
        this.#isCrowded = true;
        continue;
      }
      claims.push({ endpointId: id, count, isProbe: failures >= blockedAtFailures });
      planned.set(partnerId, (planned.get(partnerId) ?? 0) + count);
      room -= count;
      this.#lastServed = id;
    }
    return claims;
  }

  async #enqueue(
    taken: readonly ClaimedDelivery[],
    endpoints: ReadonlyMap<WebhookEndpointId, DueEndpoint>,
    probes: ReadonlySet<WebhookEndpointId>,
    now: Date,
  ): Promise<void> {
    const bodies = await this.#renderAll(taken, endpoints);
    for (const [id, deliveries] of Map.groupBy(taken, ({ endpointId }) => endpointId)) {
      const endpoint = endpoints.get(id) as DueEndpoint;
      const secrets = openSecrets(endpoint, now);
      // Its deliveries are due again after their lease.
      if (secrets === null) continue;
      const queue = this.#queueOf(endpoint, now);
      for (const delivery of deliveries) {
        const body = bodies.get(`${endpoint.apiVersion} ${delivery.eventId}`);
        // It is due again after its lease.
        if (body === null) continue;
        queue.open += 1;
        this.#count(endpoint.partnerId, 1);
        // The event has been deleted, so there is nothing left to send.
        if (body === undefined) this.#writer.add(resultWithout(delivery, endpoint.resumedAt, null));
        else {
          const { resumedAt, updatedAt } = endpoint;
          const target = { url: new URL(endpoint.url), secrets, resumedAt, updatedAt, isProbe: probes.has(id) };
          queue.waiting.push({ ...delivery, ...target, body, takenAt: now });
        }
      }
    }
  }

  /**
   * Writes the events down, by API version and id: endpoints of one partner can have different versions. Null for an event that
   * can't be written down, which delays no other; a deleted event is missing.
   */
  async #renderAll(
    taken: readonly ClaimedDelivery[],
    endpoints: ReadonlyMap<WebhookEndpointId, DueEndpoint>,
  ): Promise<Map<string, string | null>> {
    const versionOf = ({ endpointId }: ClaimedDelivery) => endpoints.get(endpointId)?.apiVersion ?? "";
    const bodies = new Map<string, string | null>();
    for (const [apiVersion, deliveries] of Map.groupBy(taken, versionOf)) {
      const events = new Map(deliveries.map(({ eventId, partnerId }) => [eventId, { eventId, partnerId, apiVersion }]));
      const render = async (some: readonly EventOfVersion[]) => {
        for (const [eventId, body] of await this.#render(some)) bodies.set(`${apiVersion} ${eventId}`, body);
      };
      await runBatchWithFallback([...events.values()], render, ({ eventId }, error) => {
        bodies.set(`${apiVersion} ${eventId}`, null);
        log().error({ err: error, eventId }, "an event can't be written down; its webhooks wait");
      });
    }
    return bodies;
  }

  #queueOf({ id, partnerId, failures }: DueEndpoint, now: Date): EndpointQueue {
    const existing = this.#queues.get(id);
    if (existing !== undefined) {
      existing.takenAt = now;
      return existing;
    }
    const isFailing = failures > 0;
    const created: EndpointQueue = {
      id,
      partnerId,
      waiting: [],
      open: 0,
      isFailing,
      size: batch.min,
      takenAt: now,
      hasMore: false,
      lastUpdate: null,
    };
    this.#queues.set(id, created);
    return created;
  }

  /** Starts attempts while there is room, one of each endpoint in turn. */
  #start(): void {
    let hasStarted = !this.#signal.aborted;
    while (hasStarted) {
      hasStarted = false;
      for (const queue of this.#queues.values()) hasStarted = this.#startOne(queue) || hasStarted;
    }
  }

  #startOne(queue: EndpointQueue): boolean {
    const { id, partnerId, isFailing } = queue;
    if (queue.waiting.length === 0 || !this.#slots.hasRoom(id, partnerId, isFailing)) return false;
    const delivery = queue.waiting.shift() as Taken;
    if (clock.now().getTime() - delivery.takenAt.getTime() > startWithinMs) {
      this.#close(queue);
      return true;
    }
    this.#slots.take(id, partnerId);
    const attempt = this.#attempt(queue, delivery)
      .catch((error: unknown) => {
        log().error({ err: error, endpointId: id }, "a webhook could not be sent");
        this.#close(queue);
      })
      .finally(() => {
        this.#attempts.delete(attempt);
        this.#slots.release(id, partnerId);
        if (this.#signal.aborted) return;
        if (!this.#startOne(queue)) this.#start();
      });
    this.#attempts.add(attempt);
    return true;
  }

  /** False when the endpoint has been changed, paused or deleted since the delivery was taken. */
  async #isCurrent(queue: EndpointQueue, { takenAt, updatedAt }: Taken): Promise<boolean> {
    const nowMs = clock.now().getTime();
    if (nowMs - takenAt.getTime() < currentForMs) return true;
    if (queue.lastUpdate === null || nowMs - queue.lastUpdate.readAtMs >= currentForMs) {
      queue.lastUpdate = { readAtMs: nowMs, at: findLastUpdate(queue.id) };
    }
    return (await queue.lastUpdate.at)?.getTime() === updatedAt.getTime();
  }

  async #attempt(queue: EndpointQueue, delivery: Taken): Promise<void> {
    if (!(await this.#isCurrent(queue, delivery))) {
      queue.waiting.unshift(delivery);
      this.#giveBack(queue);
      return;
    }
    const at = clock.now();
    const { url, secrets, body, eventId } = delivery;
    const posted = await postWebhook(url, secrets, { id: eventId, at, body });
    const now = clock.now();
    const attempt = { at, ...outcomeOf(posted) };
    const { error, status } = attempt;
    const pausedUntil = posted.kind === "answered" ? readRetryAfter(posted.status, posted.retryAfter, now) : null;
    const nextAt = error === null ? null : this.#retryAt(delivery, pausedUntil, now);
    const { endpointId, isProbe, resumedAt } = delivery;
    this.#writer.add({ endpointId, eventId, attempt, nextAt, isProbe, pausedUntil, isGone: status === 410, resumedAt });
    queue.isFailing = error !== null;
    if (error !== null) {
      queue.size = batch.min;
      this.#giveBack(queue);
    }
  }

  #retryAt({ recentAttempts, queuedAt, resumedAt }: Taken, pausedUntil: Date | null, now: Date): Date | null {
    const since = resumedAt !== null && resumedAt > queuedAt ? resumedAt : queuedAt;
    const next = nextAttemptAt(recentAttempts + 1, since, now, this.#random());
    return next !== null && pausedUntil !== null && pausedUntil > next ? pausedUntil : next;
  }

  /** Makes the deliveries that wait in memory due for any worker, unless another may already have taken them. */
  #giveBack(queue: EndpointQueue): void {
    const now = clock.now();
    for (const delivery of queue.waiting.splice(0)) {
      const isOurs = now.getTime() - delivery.takenAt.getTime() < startWithinMs;
      if (isOurs) this.#writer.add(resultWithout(delivery, delivery.resumedAt, now));
      else this.#close(queue);
    }
  }

  #onStored(results: readonly DeliveryResult[], hasWoken: boolean): void {
    const now = clock.now();
    for (const { endpointId } of results) {
      const queue = this.#queues.get(endpointId);
      if (queue === undefined) continue;
      this.#close(queue);
      const isFast = now.getTime() - queue.takenAt.getTime() < batch.fastMs;
      if (queue.open === 0 && isFast && !queue.isFailing) queue.size = Math.min(queue.size * 2, batch.max);
      if (queue.hasMore && queue.open <= queue.size / 2) this.#wake();
    }
    if (hasWoken || this.#isCrowded) this.#wake();
  }

  /** Forgets a delivery that was taken. */
  #close(queue: EndpointQueue): void {
    queue.open -= 1;
    this.#count(queue.partnerId, -1);
    if (queue.open === 0 && !queue.hasMore) this.#queues.delete(queue.id);
  }

  #count(partnerId: PartnerId, count: 1 | -1): void {
    this.#taken += count;
    const sum = (this.#takenOf.get(partnerId) ?? 0) + count;
    if (sum === 0) this.#takenOf.delete(partnerId);
    else this.#takenOf.set(partnerId, sum);
  }
}

/** The result of a delivery for which nothing was sent. @param nextAt null when it can no longer be sent. */
function resultWithout(
  { endpointId, eventId }: { endpointId: WebhookEndpointId; eventId: EventId },
  resumedAt: Date | null,
  nextAt: Date | null,
): DeliveryResult {
  const nothing = { attempt: null, isProbe: false, pausedUntil: null, isGone: false } as const;
  return { endpointId, eventId, resumedAt, nextAt, ...nothing };
}

function openSecrets(endpoint: DueEndpoint, now: Date): string[] | null {
  try {
    return secretsOf(endpoint, now);
  } catch (error) {
    const message = "the signing secret of a webhook endpoint can't be decrypted; check DATA_ENCRYPTION_OLD_KEYS";
    raiseAlarm("webhook_secret", endpoint.id, { err: error, endpointId: endpoint.id }, message);
    return null;
  }
}
