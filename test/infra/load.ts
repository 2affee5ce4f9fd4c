/** The outcome of a load. `slowestMs` is the longest time until an answer, failed requests included. */
export type LoadResult = { sent: number; failures: readonly string[]; slowestMs: number };

/** Sends requests at a fixed rate, however long answers take, until it is stopped. */
export function startLoad(perSecond: number, request: (number: number) => Promise<unknown>) {
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  let slowestMs = 0;
  const send = () => {
    const sentAt = performance.now();
    sent += 1;
    const one: Promise<void> = request(sent)
      .then(() => undefined)
      .catch((error: unknown) => void failures.push(String(error)))
      .finally(() => {
        slowestMs = Math.max(slowestMs, performance.now() - sentAt);
        open.delete(one);
      });
    open.add(one);
  };
  const timer = setInterval(send, 1_000 / perSecond);
  return {
    /** Returns the longest time until an answer since the last call, in milliseconds. */
    takeSlowestMs(): number {
      const taken = slowestMs;
      slowestMs = 0;
      return taken;
    },
    async stop(): Promise<LoadResult & { seconds: number }> {
      clearInterval(timer);
      await Promise.all(open);
      return { sent, failures, slowestMs, seconds: (performance.now() - startedAt) / 1_000 };
    },
  };
}
