/** Returns the instance of the process. */
export type ProcessSingleton<T> = {
  (): T;
  /** Drops the instance, so that the next call creates a new one. The caller closes the dropped one. */
  forget(): void;
};

/**
 * Creates an instance once per process, even when the process has several copies of the module: the custom server runs
 * `lib` directly, and Next runs its own bundled copy. State on which both copies must agree lives here: connections,
 * caches that a write clears, budgets, queues and alarms. A cache of immutable facts doesn't need it.
 * @param name unique in the process.
 */
export function processSingleton<T>(name: string, create: () => T): ProcessSingleton<T> {
  const key = Symbol.for(`till.${name}`);
  const holder = globalThis as typeof globalThis & Record<symbol, T | undefined>;
  const get = () => {
    const existing = holder[key];
    if (existing !== undefined) return existing;
    const created = create();
    holder[key] = created;
    return created;
  };
  const forget = () => {
    delete holder[key];
  };
  return Object.assign(get, { forget });
}
