import type { Hex } from "viem";
import { readBalances } from "#lib/chain/balances.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { fromNode, revertReason } from "#lib/chain/node-error.ts";
import { collectCalldata, isSignedByBuyer } from "#lib/chain/permits/eip3009.ts";
import { parseSignature, serializeSignature } from "#lib/chain/signatures.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { authorizationOf, type PaymentOption } from "#lib/domain/collection/option.ts";

/**
 * Checks a buyer's signature for an option and simulates the collection as the treasury would send it, so that
 * nothing worthless is ever relayed. Asks the node twice, in one batch.
 * @returns the normalised signature and the call that collects.
 * @throws TillError `params_validation` 422 when the signature is not the account's, the balance too small or the
 * call reverts; `bad_gateway` when the node does not answer.
 */
export async function verifyCollection(
  option: PaymentOption,
  rawSignature: Hex,
): Promise<{ signature: Hex; calldata: Hex }> {
  const authorization = authorizationOf(option);
  const signature = parseSignature(rawSignature);
  if (signature === null || !isSignedByBuyer(authorization, signature)) {
    throw invalidField("results", "the signature is not of the option's account", 422);
  }
  const calldata = collectCalldata(authorization, signature);
  const { chainId, token, treasury, buyer, amount } = option;
  const simulation = chainClient(chainId).call({ account: treasury, to: token, data: calldata }).catch(refuseRevert);
  const [[balance = 0n]] = await Promise.all([
    fromNode(readBalances(chainId, [{ token, account: buyer }])),
    simulation.catch((error) => (error instanceof TillError ? error : Promise.reject(error))),
  ]);
  if (balance < amount) throw invalidField("optionId", "the account's balance is too small", 422);
  await simulation;
  return { signature: serializeSignature(signature), calldata };
}

function refuseRevert(error: unknown): never {
  if (revertReason(error) === null) throw new TillError("bad_gateway", { cause: error });
  throw invalidField("results", "the token refuses this transfer", 422);
}
