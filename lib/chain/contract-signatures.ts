import { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode, type Hex } from "viem";
import { chainClient } from "#lib/chain/clients.ts";
import { revertReason } from "#lib/chain/node-error.ts";
import type { Address } from "#lib/core/caip.ts";

/** Enough to deploy any wallet that is in use and to ask it; what burns more says no. */
const gasLimit = 5_000_000n;

/**
 * Asks the chain whether an account stands by a signature over a hash: a contract by ERC-1271, one that is not deployed
 * yet by ERC-6492, any other account by its key. viem's own universal validator runs as a call that is never sent, so
 * nothing that it calls can have an effect. One call of at most 5 million gas.
 *
 * Not viem's `verifyHash`, which takes a node that does not answer for a no, and sets no limit.
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
