import { answerCsv } from "#lib/dashboard/export/answer-csv.ts";
import { writeSettlements, writeStatement } from "#lib/dashboard/export/write-settlements.ts";
import { requireStatement } from "#lib/dashboard/require-statement.ts";
import { settlementFilterInput, toSettlementFilter } from "#lib/dashboard/settlement-filter.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

/** Responds with the settlements of a filter as a CSV file. */
export function answerSettlements(input: unknown): Promise<Response> {
  return answerCsv("settlements", async ({ scope }) => {
    return writeSettlements(scope, toSettlementFilter(parseInput(settlementFilterInput, input)));
  });
}

/** Responds with all movements of a merchant's month as a CSV file. */
export function answerStatement(merchantId: string, month: string): Promise<Response> {
  return answerCsv(`statement-${month}`, async ({ scope }) => {
    return writeStatement(scope, { ...(await requireStatement(scope, merchantId, month)), month });
  });
}
