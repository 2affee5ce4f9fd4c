import type { PublicClient } from "viem";
import { eip3009Abi, permit2Abi, permit2Address } from "#lib/chain/contracts.ts";
import { askTwo } from "#lib/chain/nodes/ask-nodes.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import type { RouterPayment, RouterTerms } from "#lib/chain/router/payment-router.ts";

/** Whether a signed nonce has been used, and whether that is final. */
export type NonceState = "unused" | "used" | "final";

/** The reason of a payment's failure, for operators. */
export const usedNonceReason = "its signed nonce was used by another transaction";

/**
 * Reads whether the nonce that a payer signed has been used, by the router or by anything else, which may leave no log: then
 * the signature collects nothing. That is final if the nonce is used both at the newest final block, as the first two nodes
 * that answer say where there are two, and at the head, each asked by number, for which a node that lags behind has no answer. Nodes that keep no
 * state of the final block never make it final; then the payment ends when its signature expires.
 * @param at the newest block, and the newest final one.
 * @throws Error when the node fails at its newest block.
 */
export async function readNonceState(
  terms: RouterTerms,
  payment: RouterPayment,
  { head, finalBlock }: { head: bigint; finalBlock: bigint },
): Promise<NonceState> {
  const { chainId } = terms;
  if (!(await isNonceUsed(chainClient(chainId), terms, payment))) return "unused";
  if (finalBlock < 0n) return "used";
  const reads = [
    isNonceUsed(chainClient(chainId), terms, payment, head).then((used) => [used]),
    askTwo(chainId, (node) => isNonceUsed(node, terms, payment, finalBlock)),
  ];
  const states = await Promise.all(reads.map((read) => read.catch(() => [false])));
  return states.flat().every((used) => used) ? "final" : "used";
}

/**
 * Asks one node whether the nonce that a payer signed has been used, by the router or by anything else.
 * @param blockNumber the block to read at, for which a node that lags behind has no answer; the node's latest without it.
 * @throws Error when the node fails, or the token refuses to answer.
 */
export async function isNonceUsed(
  client: PublicClient,
  terms: RouterTerms,
  payment: RouterPayment,
  blockNumber?: bigint,
): Promise<boolean> {
  const at = blockNumber === undefined ? {} : { blockNumber };
  const { payer, token: address } = payment;
  const nonce = commitmentOf(terms, payment);
  if (terms.method === "eip3009") {
    const args = [payer, nonce] as const;
    return client.readContract({ address, abi: eip3009Abi, functionName: "authorizationState", args, ...at });
  }
  const word = BigInt(nonce) >> 8n;
  const bit = 1n << (BigInt(nonce) & 255n);
  const bitmap = { address: permit2Address, abi: permit2Abi, functionName: "nonceBitmap" } as const;
  return ((await client.readContract({ ...bitmap, args: [payer, word], ...at })) & bit) !== 0n;
}
