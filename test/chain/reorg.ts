import type { TestChain } from "#test/chain/with-chain.ts";

/** Replaces the newest blocks with empty ones and drops their transactions from blocks and pool. */
export async function reorg({ rpcUrl }: Pick<TestChain, "rpcUrl">, depth: number): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_reorg", params: [depth, []] });
  const response = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  const answer = (await response.json()) as { error?: unknown };
  if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
}
