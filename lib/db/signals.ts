import pg from "pg";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { connectionLimits, pool, queryOf } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/**
 * `till_payment` has the ids of payments that changed, `till_relay` the relay queues with work to do;
 * `till_payout` means that payouts are pending, `till_collection` has the chains of waiting collections that
 * are due for a check, and `till_event` has the partners that have new events.
 */
export type SignalChannel = "till_payment" | "till_relay" | "till_payout" | "till_collection" | "till_event";
type Listener = (keys: readonly string[]) => void;

/** The payload of pg_notify is limited to 8,000 bytes, and a key has at most 60. */
const keysPerNotification = 100;
const reconnectAfterMs = 1_000;

const notify = statement({ name: "notify", text: "SELECT pg_notify($1, v) FROM unnest($2::text[]) AS v" });

/**
 * Announces changes between processes over LISTEN/NOTIFY. Announcements are hints: listeners also poll, because a
 * notification is lost when a process dies or a connection pooler drops it.
 */
class Signals {
  readonly #listeners = new Map<SignalChannel, Set<Listener>>();
  readonly #outgoing = new Map<SignalChannel, Set<string>>();
  #client: pg.Client | undefined;
  #subscribing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;

  /**
   * Announces a key on a channel. Call it after the commit: inside a transaction, NOTIFY takes a database-wide lock.
   * Announcements of one turn of the event loop share one statement.
   */
  announce(channel: SignalChannel, key: string): void {
    const waiting = this.#outgoing.get(channel);
    if (waiting !== undefined) {
      waiting.add(key);
      return;
    }
    this.#outgoing.set(channel, new Set([key]));
    setImmediate(() => void this.#send(channel));
  }

  /** Calls back with the keys of each notification; returns a function that stops listening. */
  listen(channel: SignalChannel, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    if (this.#client === undefined && this.#retry === undefined) void this.#connect();
    else if (this.#client !== undefined) void this.#subscribe(this.#client, channel);
    return () => listeners.delete(listener);
  }

  /** Sends what was announced in this turn of the event loop at once, for a process that is about to end. */
  async flush(): Promise<void> {
    await Promise.all([...this.#outgoing.keys()].map((channel) => this.#send(channel)));
  }

  /** Closes the listening connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #send(channel: SignalChannel): Promise<void> {
    const keys = [...(this.#outgoing.get(channel) ?? [])];
    this.#outgoing.delete(channel);
    if (keys.length === 0) return;
    const payloads: string[] = [];
    for (let start = 0; start < keys.length; start += keysPerNotification) {
      payloads.push(keys.slice(start, start + keysPerNotification).join(","));
    }
    await pool()
      .query(queryOf(notify, [channel, payloads]))
      .catch((error: unknown) => log().warn({ err: error, channel }, "could not send a notification"));
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    const { DATABASE_DIRECT_URL, DATABASE_URL } = env();
    const client = new pg.Client({ connectionString: DATABASE_DIRECT_URL ?? DATABASE_URL, ...connectionLimits });
    this.#client = client;
    client.on("error", () => this.#reconnect(client));
    client.on("end", () => this.#reconnect(client));
    client.on("notification", ({ channel, payload }) => {
      const keys = (payload ?? "").split(",");
      for (const listener of this.#listeners.get(channel as SignalChannel) ?? []) listener(keys);
    });
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await this.#subscribe(client, channel);
    } catch {
      this.#reconnect(client);
    }
  }

  /** Subscribes one channel at a time. Ignores failures: the connection is replaced and subscribes again. */
  #subscribe(client: pg.Client, channel: SignalChannel): Promise<unknown> {
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

/** The announcements of this process: one listening connection, shared by all listeners. */
export const signals = processSingleton("signals", () => new Signals());
