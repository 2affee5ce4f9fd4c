import { answerCsv } from "#lib/dashboard/export/answer-csv.ts";
import { writePayments } from "#lib/dashboard/export/write-payments.ts";
import { listInput, toFilter, toSort } from "#lib/dashboard/payment-filter.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

/** Responds with the payments of a filter as a CSV file. @param input of the payment list. */
export function answerExport(input: unknown): Promise<Response> {
  return answerCsv("payments", async ({ scope }) => {
    const asked = parseInput(listInput, input);
    return writePayments(toFilter(scope, asked), toSort(asked));
  });
}
