import { TillError } from "#lib/core/errors.ts";

export type WorkQueueOptions = {
  /** The work that runs at once. */
  atOnce: number;
  /** One client's work that runs at once; as much as all clients' by default. */
  perClient?: number;
  /** One client's work that may wait. */
  waitingPerClient: number;
  /** All clients' work that may wait. */
  waitingInAll: number;
  /** The message of the refusal when too much is waiting. */
  message: string;
};

/**
 * Runs work of a client, such as a partner or an address, when it is its turn.
 * @throws TillError `rate_limited` when too much is waiting, and whatever `work` throws.
 */
export type WorkQueue<Client extends string> = <T>(client: Client, work: () => Promise<T>) => Promise<T>;

type Waiting = (() => void)[];

const retryAfterSeconds = 5;

/**
 * Creates a bounded, work-conserving queue that serves clients round robin: work starts at once while fewer
 * than `atOnce` run, and while all places are taken, each client with waiting work starts one before any of
 * them starts a second one.
 */
export function createWorkQueue<Client extends string>(options: WorkQueueOptions): WorkQueue<Client> {
  const { atOnce, perClient = atOnce, waitingPerClient, waitingInAll, message } = options;
  /** In the order in which the clients are served. */
  const waiting = new Map<Client, Waiting>();
  const running = new Map<Client, number>();
  let waits = 0;
  let runs = 0;

  const hasPlace = (client: Client) => runs < atOnce && (running.get(client) ?? 0) < perClient;
  const take = (client: Client, change: 1 | -1) => {
    runs += change;
    const own = (running.get(client) ?? 0) + change;
    if (own > 0) running.set(client, own);
    else running.delete(client);
  };
  const startNext = () => {
    for (const [client, own] of waiting) {
      if (runs >= atOnce) return;
      if (!hasPlace(client)) continue;
      // Its next work goes behind the other clients'.
      waiting.delete(client);
      const start = own.shift();
      if (own.length > 0) waiting.set(client, own);
      waits -= 1;
      take(client, 1);
      start?.();
    }
  };
  const untilTurn = (client: Client): Promise<void> | null => {
    if (hasPlace(client)) {
      take(client, 1);
      return null;
    }
    const own = waiting.get(client) ?? [];
    if (own.length >= waitingPerClient || waits >= waitingInAll) {
      throw new TillError("rate_limited", { message, retryAfterSeconds });
    }
    waits += 1;
    waiting.set(client, own);
    return new Promise((resolve) => own.push(resolve));
  };

  return async (client, work) => {
    const turn = untilTurn(client);
    if (turn !== null) await turn;
    try {
      return await work();
    } finally {
      take(client, -1);
      startNext();
    }
  };
}
