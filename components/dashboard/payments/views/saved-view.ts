import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type SavedView = QueryOutput<"payments.views">["views"][number];
