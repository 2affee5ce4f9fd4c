import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** What a period came to in one currency. */
export type CurrencyReport = QueryOutput<"overview.figures">["currencies"][number];
/** One of its steps. */
export type Point = CurrencyReport["points"][number];
