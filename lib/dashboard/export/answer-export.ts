import { exceptionFilterInput, toExceptionFilter } from "#lib/dashboard/exception-filter.ts";
import { answerCsv } from "#lib/dashboard/export/answer-csv.ts";
import { writeExceptions } from "#lib/dashboard/export/write-exceptions.ts";
import { writePayments } from "#lib/dashboard/export/write-payments.ts";
import { writeSettlements, writeStatement } from "#lib/dashboard/export/write-settlements.ts";
import { listInput, toFilter, toSort } from "#lib/dashboard/payment-filter.ts";
import { requireStatement } from "#lib/dashboard/require-statement.ts";
import { settlementFilterInput, toSettlementFilter } from "#lib/dashboard/settlement-filter.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

/** Responds with the payments of a filter as a CSV file. @param input of the payment list. */
export function answerExport(input: unknown): Promise<Response> {
  return answerCsv("payments", async ({ scope }) => {
    const asked = parseInput(listInput, input);
    return writePayments(toFilter(scope, asked), toSort(asked));
  });
}

/** Responds with the settlements of a filter as a CSV file. */
export function answerSettlements(input: unknown): Promise<Response> {
  return answerCsv("settlements", async ({ scope }) => {
    return writeSettlements(scope, toSettlementFilter(parseInput(settlementFilterInput, input)));
  });
}

/** Responds with the exceptions of a filter as a CSV file, open or not. */
export function answerExceptions(input: unknown): Promise<Response> {
  return answerCsv("exceptions", async ({ scope }) => {
    return writeExceptions(scope, toExceptionFilter(parseInput(exceptionFilterInput, input)));
  });
}

/** Responds with all movements of a merchant's month as a CSV file. */
export function answerStatement(merchantId: string, month: string): Promise<Response> {
  return answerCsv(`statement-${month}`, async ({ scope }) => {
    return writeStatement(scope, { ...(await requireStatement(scope, merchantId, month)), month });
  });
}
