import type { Hex } from "viem";
import { invalidField } from "#lib/core/errors.ts";

/** What a wallet sends back: one entry per action, or one entry that holds all. */
export type WalletResult = { type: string; data: readonly string[] };

const hexPattern = /^0x(?:[0-9a-fA-F]{2})+$/;

/**
 * Brings both accepted shapes of results into one list, in the order of the actions.
 * @throws TillError `params_validation` when there are not as many as actions, or one is not hex data.
 */
export function readResults(results: readonly WalletResult[], actionCount: number): Hex[] {
  const values = results.flatMap(({ data }) => data);
  if (values.length !== actionCount) {
    throw invalidField("results", `must hold ${actionCount} in all, one for each action, not ${values.length}`);
  }
  for (const [index, result] of results.entries()) {
    if (result.type !== "walletRpc") throw invalidField(`results.${index}.type`, "must be walletRpc");
    if (!result.data.every((value) => hexPattern.test(value))) {
      throw invalidField(`results.${index}.data`, "must be 0x-prefixed hexadecimal bytes");
    }
  }
  return values as Hex[];
}
