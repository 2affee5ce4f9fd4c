import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pLimit, { type LimitFunction } from "p-limit";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";

export type TurnOptions = {
  /** One client's work that runs at once. */
  perClient: number;
  /** One client's work that may wait for that. */
  waitingPerClient: number;
  /** All clients' work that runs at once. */
  atOnce: number;
  /** All clients' work that may wait for that. */
  waitingInAll: number;
  /**
   * The time for which a client's turn stays taken after its work, in multiples of the time that the work took; 0 by default.
   * It leaves the rest of the processor to others.
   */
  rest?: number;
  /** Milliseconds of a client's work after which its turns begin to rest; they come back at the pace of turns that rest. 0 by default. */
  burstMs?: number;
  /** The message of the refusal when too much is waiting. */
  message: string;
};

/**
 * Runs work of a client, such as a partner or an address, when its turn comes.
 * @throws TillError `rate_limited` when too much is waiting, and whatever `work` throws.
 */
export type Turns<Client extends string> = <T>(client: Client, work: () => Promise<T>) => Promise<T>;

/** `size` counts what runs, rests and waits. */
type Line = { run: LimitFunction; size: number };

const retryAfterSeconds = 5;
/**
 * Work that waited for something other than the processor, such as a lock, doesn't close its client's turn for longer. A list of a year
 * of a million payments takes a second and rests for three.
 */
const longestRestMs = 5_000;

/**
 * Limits costly work of this process, in all and of each client. Clients take turns: however much of one's work waits, at most
 * `perClient` of it is before another's.
 */
export function createTurns<Client extends string>(options: TurnOptions): Turns<Client> {
  const { perClient, waitingPerClient, atOnce, waitingInAll, rest = 0, burstMs = 0, message } = options;
  const rests = createRests<Client>(rest, burstMs, perClient);
  const clients = new Map<Client, Line>();
  const all: Line = { run: pLimit(atOnce), size: 0 };
  return async (client, work) => {
    const own = clients.get(client) ?? { run: pLimit(perClient), size: 0 };
    if (own.size >= perClient + waitingPerClient || all.size >= atOnce + waitingInAll) {
      throw new TillError("rate_limited", { message, retryAfterSeconds });
    }
    clients.set(client, own);
    all.size += 1;
    own.size += 1;
    const free = () => {
      own.size -= 1;
      if (own.size === 0) clients.delete(client);
    };
    return new Promise((resolve, reject) => {
      const inTurn = async () => {
        const tookMs = await all.run(async () => {
          const startedAt = clock.now().getTime();
          await work().then(resolve, reject);
          return clock.now().getTime() - startedAt;
        });
        all.size -= 1;
        const restMs = rests(client, tookMs);
        if (restMs > 0) await pause(restMs, undefined, { ref: false });
      };
      void own.run(inTurn).then(free);
    });
  };
}

/** The clients whose bursts are remembered. */
const remembered = 10_000;

/** Returns the function that says for how many milliseconds a client's turn rests after work of `tookMs`. */
function createRests<Client extends string>(rest: number, burstMs: number, perClient: number) {
  if (burstMs === 0) return (_: Client, tookMs: number) => Math.min(tookMs * rest, longestRestMs);
  /** The work per millisecond of a client whose turns all rest. */
  const pace = perClient / (1 + rest);
  const ttl = burstMs / pace + longestRestMs;
  /** `leftMs` is what was left at `at`, which is in the future while turns rest: a rest doesn't count twice. */
  const bursts = new LRUCache<Client, { leftMs: number; at: number }>({ max: remembered, ttl });
  return (client: Client, tookMs: number) => {
    const at = clock.now().getTime();
    const last = bursts.get(client) ?? { leftMs: burstMs, at };
    const leftMs = Math.min(burstMs, last.leftMs + Math.max(0, at - last.at) * pace) - tookMs;
    const restMs = leftMs >= 0 ? 0 : Math.min(tookMs * rest, longestRestMs);
    bursts.set(client, { leftMs: Math.max(0, leftMs), at: Math.max(last.at, at + restMs) });
    return restMs;
  };
}
