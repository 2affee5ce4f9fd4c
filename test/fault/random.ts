import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** A seeded random source. */
export type Random = {
  /** An integer, both ends included. */
  int(from: number, to: number): number;
  /** True with this chance in percent. */
  percent(often: number): boolean;
  pick<T>(of: readonly T[]): T;
};

/** Creates the random source of one part of a run, so that an extra draw in one part doesn't change the others. */
export function createRandom(seed: number, part: number): Random {
  const generator = xoroshiro128plus(seed * 1_000 + part);
  const int = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    int,
    percent: (often) => int(1, 100) <= often,
    pick<T>(of: readonly T[]): T {
      const index = int(0, of.length - 1);
      if (index >= of.length) throw new Error("nothing to pick from");
      return of[index] as T;
    },
  };
}
