import pg from "pg";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { pool } from "#lib/db/pool.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/**
 * `till_payment` carries ids of payments whose state changed; `till_relay` queues that have something to do; `till_payout`
 * says that payouts are pending.
 */
type Channel = "till_payment" | "till_relay" | "till_payout";
type Listener = (keys: readonly string[]) => void;

/** pg_notify takes at most 8,000 bytes; our keys have at most 60. */
const keysPerNotification = 100;
const reconnectAfterMs = 1_000;

/**
 * Sends and hears of changes between processes over LISTEN/NOTIFY. A hint only: whoever waits also re-reads in an
 * interval, because a notification is lost when a process dies or a pooler does not pass it on.
 */
class Signals {
  readonly #listeners = new Map<Channel, Set<Listener>>();
  readonly #outgoing = new Map<Channel, Set<string>>();
  #client: pg.Client | undefined;
  #subscribing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;

  /**
   * Announces keys on a channel. Call after the commit (inside a transaction NOTIFY takes a database-wide lock).
   * Everything announced in one turn of the event loop goes out in one statement.
   */
  announce(channel: Channel, key: string): void {
    const waiting = this.#outgoing.get(channel);
    if (waiting !== undefined) {
      waiting.add(key);
      return;
    }
    this.#outgoing.set(channel, new Set([key]));
    setImmediate(() => void this.#send(channel));
  }

  /** Calls back with the keys of each notification; returns the function that ends it. */
  listen(channel: Channel, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    if (this.#client === undefined && this.#retry === undefined) void this.#connect();
    else if (this.#client !== undefined) void this.#subscribe(this.#client, channel);
    return () => listeners.delete(listener);
  }

  /** Ends the listening connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #send(channel: Channel): Promise<void> {
    const keys = [...(this.#outgoing.get(channel) ?? [])];
    this.#outgoing.delete(channel);
    const payloads: string[] = [];
    for (let start = 0; start < keys.length; start += keysPerNotification) {
      payloads.push(keys.slice(start, start + keysPerNotification).join(","));
    }
    await pool()
      .query({
        name: "notify",
        text: "SELECT pg_notify($1, v) FROM unnest($2::text[]) AS v",
        values: [channel, payloads],
      })
      .catch((error: unknown) => log().warn({ err: error, channel }, "a notification was not sent"));
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true });
    this.#client = client;
    client.on("error", () => this.#reconnect(client));
    client.on("end", () => this.#reconnect(client));
    client.on("notification", ({ channel, payload }) => {
      const keys = (payload ?? "").split(",");
      for (const listener of this.#listeners.get(channel as Channel) ?? []) listener(keys);
    });
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await this.#subscribe(client, channel);
    } catch {
      this.#reconnect(client);
    }
  }

  /** One statement at a time; a connection that fails is replaced, and subscribes again. */
  #subscribe(client: pg.Client, channel: Channel): Promise<unknown> {
    this.#subscribing = this.#subscribing.then(() => client.query(`LISTEN ${channel}`)).catch(() => undefined);
    return this.#subscribing;
  }

  #reconnect(broken: pg.Client): void {
    if (this.#client !== broken || this.#isClosed) return;
    this.#client = undefined;
    broken.end().catch(() => undefined);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.#connect();
    }, reconnectAfterMs);
  }
}

/** The process's one connection to the other processes' announcements. */
export const signals = processSingleton("signals", () => new Signals());
