import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type Exception = QueryOutput<"exceptions.list">["exceptions"][number];

/** The queries that a decision changes. */
export const changedByDecision = [
  "exceptions.list",
  "exceptions.count",
  "payments.detail",
  "payments.list",
  "payments.statistics",
  "overview.attention",
] as const;

/** True while Till carries out a decision. */
export function isUnderWay({ state }: Pick<Exception, "state">): boolean {
  return state === "accepting" || state === "sweeping";
}
