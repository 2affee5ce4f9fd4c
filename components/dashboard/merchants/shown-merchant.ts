import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** A merchant in a list. */
export type ShownMerchant = QueryOutput<"merchants.list">["merchants"][number];
/** A merchant on its own page, with its settlement destinations. */
export type FetchedMerchant = QueryOutput<"merchants.get">;
export type MerchantStatus = ShownMerchant["status"];
