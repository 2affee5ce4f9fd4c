import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** A source of chance that a seed replays. */
export type Random = {
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  /** True so often of a hundred times. */
  percent(often: number): boolean;
  pick<T>(of: readonly T[]): T;
};

/** Each part of a run takes chance of its own, so that one more draw here changes nothing there. */
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
