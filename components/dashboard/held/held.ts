import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type Held = QueryOutput<"payouts.held">["held"][number];

/** The queries that a payout changes. */
export const changedByPayout = [
  "payouts.held",
  "merchants.get",
  "merchants.figures",
  "merchants.history",
  "overview.attention",
] as const;

/** The destination of held money as CAIP-10; null for none. */
export function destinationOf({ chainId, destination }: Held): string | null {
  return destination && `eip155:${chainId}:${destination.id}`;
}
