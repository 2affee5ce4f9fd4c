import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type Held = QueryOutput<"payouts.held">["held"][number];

/** The queries that an order changes. */
export const changedByPayout = [
  "payouts.held",
  "merchants.figures",
  "merchants.history",
  "overview.attention",
] as const;
