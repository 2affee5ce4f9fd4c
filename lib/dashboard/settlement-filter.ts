import { z } from "zod";
import { dayRangeFields, toBounds } from "#lib/dashboard/day-range.ts";
import { type SettlementFilter, settlementStates } from "#lib/domain/payments/settlements/settlements.ts";

/** The filters of the list of settlements; omitted filters match everything. */
export const settlementFilterFields = {
  states: z.array(z.enum(settlementStates)).max(settlementStates.length).default([]),
  merchants: z.array(z.string().min(1).max(128)).max(50).default([]),
  ...dayRangeFields,
};
export const settlementFilterInput = z.strictObject(settlementFilterFields);

/** Converts the input to the domain's filter. @throws TillError `params_validation` if the last day is before the first. */
export function toSettlementFilter(input: z.output<typeof settlementFilterInput>): SettlementFilter {
  const { states, merchants: merchantIds } = input;
  const { from = null, until = null } = toBounds(input);
  return { states: [...new Set(states)], merchantIds, from, until };
}
