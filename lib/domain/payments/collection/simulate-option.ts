import type { RevertReason } from "#lib/chain/contract-errors.ts";
import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import { simulateCollection } from "#lib/chain/simulate-collection.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";

/** Why a collection would fail, in words and as facts: the amount that the token would deliver, and a contract's reason. */
export type Objection = { words: string; received: AtomicAmount | null; reason: RevertReason | null };

/** A simulation's outcome: whether the buyer's wallet can be deployed, and why the collection would fail, or null. */
export type OptionSimulation = { isDeployed: boolean; objection: Objection | null };

/**
 * Simulates a collection as its submitter will send it.
 * @param blockNumber the block to simulate at; a node without that block fails. Defaults to the node's latest.
 * @throws Error when the node fails.
 */
export async function simulateOption(
  { chainId, submitter, amount }: PaymentOption,
  collection: ContractCall,
  deployment: ContractCall | null,
  blockNumber?: bigint,
): Promise<OptionSimulation> {
  const simulated = await simulateCollection({ chainId, submitter, deployment, collection, blockNumber });
  if (simulated.kind !== "refused") return { isDeployed: simulated.kind === "collected", objection: null };
  const { received, reason } = simulated;
  const words =
    received === null ? "the token refuses this transfer" : `the token would deliver only ${received} of ${amount}`;
  return { isDeployed: true, objection: { words, received, reason } };
}
