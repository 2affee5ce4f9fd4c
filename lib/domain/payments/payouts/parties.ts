import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { type Address, chainIdOf, parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import type { Payout } from "#lib/domain/payments/payouts/repository.ts";

/** Parses a payout's token contract and recipient from its CAIP ids. @throws Error when it has no destination. */
export function partiesOf(payout: Pick<Payout, "paymentId" | "asset" | "destination">): {
  chainId: number;
  token: Address;
  recipient: Address;
} {
  const asset = parseCaip19(payout.asset);
  const destination = payout.destination === null ? null : parseCaip10(payout.destination);
  if (asset === null || destination === null) throw new Error(`the payout of ${payout.paymentId} is unreadable`);
  return { chainId: asset.chainId, token: asset.address, recipient: destination.address };
}

/** Returns the relay queue of the wallet that makes a payout. */
export function queueOf({ asset, treasury: wallet }: Pick<Payout, "asset" | "treasury">): RelayQueue {
  return { chainId: chainIdOf(asset), wallet };
}
