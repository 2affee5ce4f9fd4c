export type ProcessSingleton<T> = {
  (): T;
  /** Forgets the thing, so that the next call makes another; ending it is the caller's. */
  forget(): void;
};

/**
 * Makes a thing once per process, even where a bundler has put several copies of its module into one process:
 * the custom server runs `lib` as it is, Next runs its own bundled copy beside it, and both must share one pool.
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
