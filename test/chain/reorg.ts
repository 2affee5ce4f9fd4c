import type { TestChain } from "#test/chain/with-chain.ts";

/** Replaces the newest blocks with empty ones and drops their transactions from blocks and pool. */
export async function reorg({ rpcUrl, client }: Pick<TestChain, "rpcUrl" | "client">, depth: number): Promise<void> {
  const ask = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    const answer = (await response.json()) as { error?: unknown };
    if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
  };
  await ask("anvil_reorg", [depth, []]);
  // anvil's clock has gone back to the common block. After a hundred reorgs, the chain would seem to have stopped.
  const { timestamp } = await client.getBlock();
  await ask("evm_setTime", [Math.max(Math.floor(Date.now() / 1_000), Number(timestamp))]);
}
