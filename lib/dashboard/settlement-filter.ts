import { z } from "zod";
import { invalidField } from "#lib/core/errors.ts";
import { type SettlementFilter, settlementStates } from "#lib/domain/payments/settlements/settlements.ts";

const dayMs = 86_400_000;
const day = z.iso
  .date({ message: "must be a date such as 2026-01-31" })
  .startsWith("20", "must be a date such as 2026-01-31");

/** The filters of the list of settlements; omitted filters match everything. Days are in UTC, and both are included. */
export const settlementFilterFields = {
  states: z.array(z.enum(settlementStates)).max(settlementStates.length).default([]),
  merchants: z.array(z.string().min(1).max(128)).max(50).default([]),
  from: day.optional(),
  to: day.optional(),
};
export const settlementFilterInput = z.strictObject(settlementFilterFields);

/** Converts the input to the domain's filter. @throws TillError `params_validation` if the last day is before the first. */
export function toSettlementFilter(input: z.output<typeof settlementFilterInput>): SettlementFilter {
  const { states, merchants: merchantIds, from, to } = input;
  if (from !== undefined && to !== undefined && to < from)
    throw invalidField("to", "must be on or after the start date");
  return {
    states: [...new Set(states)],
    merchantIds,
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(Date.parse(to) + dayMs),
  };
}
