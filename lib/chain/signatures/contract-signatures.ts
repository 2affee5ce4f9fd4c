import { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode, type Hex } from "viem";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { revertReason } from "#lib/chain/nodes/node-error.ts";
import type { Address } from "#lib/core/caip.ts";

/** Enough to deploy any wallet in use and to verify its signature; a wallet that uses more fails the check. */
const gasLimit = 5_000_000n;

/**
 * Verifies an account's signature over a hash on chain: a contract's by ERC-1271, an undeployed contract's by ERC-6492, any
 * other account's by its key. Runs viem's universal validator in one `eth_call` of at most 5 million gas, so nothing it calls
 * can change state.
 *
 * Not viem's `verifyHash`, which treats a failing node as an invalid signature, and sets no gas limit.
 * @throws Error when the node fails.
 */
export async function isSignatureOfAccount(
  chainId: number,
  account: Address,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [account, hash, signature],
    bytecode: erc6492SignatureValidatorByteCode,
  });
  try {
    const answer = await chainClient(chainId).call({ data, gas: gasLimit });
    return answer.data !== undefined && BigInt(answer.data) === 1n;
  } catch (error) {
    if (revertReason(error) !== null) return false;
    throw error;
  }
}
