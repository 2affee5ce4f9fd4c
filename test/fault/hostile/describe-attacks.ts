import type pg from "pg";
import { formatEther } from "viem";
import type { Purchase } from "../shop.ts";
import { readWasted } from "./check-gas.ts";
import { isHostile } from "./plan-hostile.ts";

/** Describes the end of each kind of attack, and what they cost the relayer, in lines for a person. */
export async function describeAttacks(purchases: readonly Purchase[], database: pg.Client): Promise<string[]> {
  const wasted = await readWasted(purchases, database);
  const kinds = Object.entries(
    Object.groupBy(
      purchases.filter(({ plan }) => isHostile(plan)),
      ({ plan }) => plan.behaviour,
    ),
  );
  const total = (of: typeof wasted) => {
    const wei = of.reduce((sum, each) => sum + each.wei, 0n);
    const count = of.reduce((sum, each) => sum + each.count, 0);
    return `${count} transactions in vain for ${wei} wei (${formatEther(wei)} coins)`;
  };
  const lines = kinds.map(([behaviour, list = []]) => {
    const ends = Object.entries(Object.groupBy(list, ({ status }) => String(status)));
    const outcome = ends.map(([status, { length } = []]) => `${length} ${status}`).join(", ");
    return `  ${behaviour}: ${outcome}; ${total(wasted.filter((each) => each.behaviour === behaviour))}`;
  });
  return ["attacks:", ...lines, `  together: ${total(wasted)}`];
}
