import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** A payment as its page has it. */
export type PaymentDetail = QueryOutput<"payments.detail">;
