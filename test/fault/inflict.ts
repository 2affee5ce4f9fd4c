import type { FaultChain, Installation } from "./installation.ts";
import type { Fault } from "./plan.ts";

/** Lets one fault happen; resolves when it is over. */
export async function inflict(installation: Installation, fault: Fault): Promise<void> {
  const { webs, workers, chains } = installation;
  switch (fault.kind) {
    case "kill web":
      return webs[fault.which]?.kill();
    case "kill worker":
      return workers[fault.which]?.kill();
    case "stop worker":
      return workers[fault.which]?.stop();
    case "web dies at":
      return webs[fault.which]?.doom(fault.point);
    case "worker dies at":
      return workers[fault.which]?.doom(fault.point);
    case "reorg":
      return reorg(chains[fault.chain], fault.depth);
    case "crash Postgres":
      return installation.crashPostgres();
    case "node":
      return chains[fault.chain]?.node.misbehave(fault.fault, fault.forMs);
  }
}

/** Replaces the newest blocks by empty ones; their transactions are gone from blocks and pool. */
async function reorg(chain: FaultChain | undefined, depth: number): Promise<void> {
  if (chain === undefined) throw new Error("there is no such chain");
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_reorg", params: [depth, []] });
  const headers = { "content-type": "application/json" };
  await chain.betweenBlocks(() => fetch(chain.rpcUrl, { method: "POST", headers, body }));
}
