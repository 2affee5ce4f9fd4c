import { reorg } from "#test/chain/reorg.ts";
import type { Installation } from "./installation.ts";
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
    case "reorg": {
      const chain = chains[fault.chain];
      return chain?.betweenBlocks(() => reorg(chain, fault.depth));
    }
    case "crash Postgres":
      return installation.crashPostgres();
    case "node":
      return chains[fault.chain]?.node.misbehave(fault.fault, fault.forMs);
  }
}
