export type ProcessSingleton<T> = {
  (): T;
  /** Drops the value, so that the next call makes a new one. Closing the old one is the caller's job. */
  forget(): void;
};

/**
 * Makes a value once per process, even where a bundler has put several copies of its module into one process: the
 * custom server runs `lib` directly, and Next runs its own bundled copy in the same process. State that both copies must agree on
 * lives here: connections, caches that a write clears, budgets, queues and alarms. A cache of immutable facts doesn't
 * need it.
 * @param name unique in the process.
 */
export function processSingleton<T>(name: string, make: () => T): ProcessSingleton<T> {
  const key = Symbol.for(`till.${name}`);
  const holder = globalThis as typeof globalThis & Record<symbol, T | undefined>;
  const get = () => {
    const existing = holder[key];
    if (existing !== undefined) return existing;
    const made = make();
    holder[key] = made;
    return made;
  };
  const forget = () => {
    delete holder[key];
  };
  return Object.assign(get, { forget });
}
