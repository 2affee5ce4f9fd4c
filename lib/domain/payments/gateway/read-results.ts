import type { Hex } from "viem";
import { invalidField } from "#lib/core/errors.ts";
import type { WalletAction } from "#lib/domain/payments/gateway/wallet-actions.ts";

/** An entry of a wallet's results: one per action, or a single one for all actions. */
export type WalletResult = { type: string; data: readonly string[] };

/** A wallet's results for an option: the hashes of its transactions, in order, and its signature. */
export type ReadResults = { hashes: Hex[]; signature: Hex };

const hexPattern = /^0x(?:[0-9a-fA-F]{2})+$/;
const hashPattern = /^0x[0-9a-fA-F]{64}$/;

/**
 * Normalizes both accepted shapes of results, by the actions they belong to, the last of which is the signature.
 * @throws TillError `params_validation` when their number differs from the actions', a value is not hex data, or a
 * transaction hash is not 32 bytes.
 */
export function readResults(
  results: readonly WalletResult[],
  actions: readonly Pick<WalletAction, "method">[],
): ReadResults {
  const values = results.flatMap(({ data }, index) => data.map((value) => ({ value, field: `results.${index}.data` })));
  if (values.length !== actions.length) {
    throw invalidField("results", `must contain ${actions.length} values, one for each action, not ${values.length}`);
  }
  const oddType = results.findIndex(({ type }) => type !== "walletRpc");
  if (oddType >= 0) throw invalidField(`results.${oddType}.type`, "must be walletRpc");
  const hashes: Hex[] = [];
  let signature: Hex = "0x";
  for (const [index, { value, field }] of values.entries()) {
    if (!hexPattern.test(value)) throw invalidField(field, "must be 0x-prefixed hexadecimal bytes");
    if (actions[index]?.method !== "eth_sendTransaction") signature = value as Hex;
    else if (hashPattern.test(value)) hashes.push(value.toLowerCase() as Hex);
    else throw invalidField(field, "must be a transaction hash of 32 bytes");
  }
  return { hashes, signature };
}
