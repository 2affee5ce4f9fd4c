import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import { simulateCollection } from "#lib/chain/simulate-collection.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";

/** What a rehearsal shows: whether the buyer's wallet can be made, and why the collection would fail, if it would. */
export type OptionSimulation = { isDeployed: boolean; objection: string | null };

/**
 * Simulates a collection as it will be sent. A token that would deliver less than the amount, because it keeps a fee, is
 * as good as one that refuses: the payment would fail and the money be gone.
 * @param blockNumber the state to look at; a node that has not got so far fails. The node's newest when left out.
 * @throws Error when the node fails.
 */
export async function simulateOption(
  { chainId, treasury, token, amount }: PaymentOption,
  collection: ContractCall,
  deployment: ContractCall | null,
  blockNumber?: bigint,
): Promise<OptionSimulation> {
  const simulated = await simulateCollection({ chainId, treasury, token, deployment, collection, blockNumber });
  return { isDeployed: simulated.isDeployed, objection: objectionTo(simulated.isCollected, simulated.arrived, amount) };
}

function objectionTo(isCollected: boolean, arrived: bigint | null, amount: bigint): string | null {
  if (!isCollected) return "the token refuses this transfer";
  return arrived !== null && arrived < amount ? `the token would deliver ${arrived} of ${amount} only` : null;
}
