import type { Hex } from "viem";
import { invalidField } from "#lib/core/errors.ts";
import type { WalletAction } from "#lib/domain/payments/gateway/wallet-actions.ts";

/** What a wallet sends back: one entry per action, or one entry that holds all. */
export type WalletResult = { type: string; data: readonly string[] };

/** What a wallet did for an option: the hashes of what it sent, in order, and what it signed. */
export type ReadResults = { hashes: Hex[]; signature: Hex };

const hexPattern = /^0x(?:[0-9a-fA-F]{2})+$/;
const hashPattern = /^0x[0-9a-fA-F]{64}$/;

/**
 * Brings both accepted shapes of results into one, by the actions that they answer, whose last is the signature.
 * @throws TillError `params_validation` when there are not as many as actions, one is not hex data, or a transaction's
 * is not 32 bytes.
 */
export function readResults(
  results: readonly WalletResult[],
  actions: readonly Pick<WalletAction, "method">[],
): ReadResults {
  const values = results.flatMap(({ data }, index) => data.map((value) => ({ value, field: `results.${index}.data` })));
  if (values.length !== actions.length) {
    throw invalidField("results", `must hold ${actions.length} in all, one for each action, not ${values.length}`);
  }
  const oddType = results.findIndex(({ type }) => type !== "walletRpc");
  if (oddType >= 0) throw invalidField(`results.${oddType}.type`, "must be walletRpc");
  const hashes: Hex[] = [];
  let signature: Hex = "0x";
  for (const [index, { value, field }] of values.entries()) {
    if (!hexPattern.test(value)) throw invalidField(field, "must be 0x-prefixed hexadecimal bytes");
    if (actions[index]?.method !== "eth_sendTransaction") signature = value as Hex;
    else if (hashPattern.test(value)) hashes.push(value.toLowerCase() as Hex);
    else throw invalidField(field, "must be the hash of the transaction, 32 bytes");
  }
  return { hashes, signature };
}
