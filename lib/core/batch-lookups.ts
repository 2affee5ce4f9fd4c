import DataLoader from "dataloader";

/**
 * Turns a read for many keys into a look-up of one: concurrent look-ups share a read, and those that arrive while `atOnce` reads
 * are running share the next one. Caches nothing: every look-up is answered by a read that started after it.
 * @param readMany returns one result for each key, in order; an Error fails the look-up of that key alone.
 * @returns a function that looks one key up; throws what `readMany` throws.
 */
export function batchLookups<Key, Result>(
  readMany: (keys: readonly Key[]) => Promise<(Result | Error)[]>,
  { atOnce, maxKeys }: { atOnce: number; maxKeys: number },
): (key: Key) => Promise<Result> {
  let reads = 0;
  const waiting: (() => void)[] = [];
  const loader = new DataLoader<Key, Result>(
    async (keys) => {
      reads += 1;
      try {
        return await readMany(keys);
      } finally {
        reads -= 1;
        waiting.shift()?.();
      }
    },
    {
      cache: false,
      maxBatchSize: maxKeys,
      batchScheduleFn: (send) => {
        if (reads < atOnce) setImmediate(send);
        else waiting.push(send);
      },
    },
  );
  return (key) => loader.load(key);
}
