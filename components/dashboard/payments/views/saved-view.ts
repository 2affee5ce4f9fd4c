import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type SavedView = QueryOutput<"payments.views">["views"][number];

/** The characters of a view's name. */
export const nameLength = 60;
