import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import { simulateCollection } from "#lib/chain/simulate-collection.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";

/** A simulation's outcome: whether the buyer's wallet can be deployed, and why the collection would fail, or null. */
export type OptionSimulation = { isDeployed: boolean; objection: string | null };

/**
 * Simulates a collection as the treasury will send it. A token that would deliver less than the amount, because it keeps
 * a fee, counts as a failure: the payment would fail after the buyer has paid.
 * @param blockNumber the block to simulate at; a node without that block fails. Defaults to the node's latest.
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
  return arrived !== null && arrived < amount ? `the token would deliver only ${arrived} of ${amount}` : null;
}
