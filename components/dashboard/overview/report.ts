import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** The figures of a period in one currency. */
export type CurrencyReport = QueryOutput<"overview.figures">["currencies"][number];
/** One step of the chart. */
export type Point = CurrencyReport["points"][number];
