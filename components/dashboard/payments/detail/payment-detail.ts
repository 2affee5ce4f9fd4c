import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** The payment of the detail page. */
export type PaymentDetail = QueryOutput<"payments.detail">;
