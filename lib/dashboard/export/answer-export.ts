import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { isGranted } from "#lib/core/roles.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { writePayments } from "#lib/dashboard/export/write-payments.ts";
import { listInput, toFilter, toSort } from "#lib/dashboard/payment-filter.ts";
import { statusOf } from "#lib/edge/http-error.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

/** Responds with the payments of a filter as a CSV file. @param input of the payment list. */
export async function answerExport(input: unknown): Promise<Response> {
  const member = await currentMember();
  if (member === null) return refuse(401, "Your session has ended. Sign in again.");
  if (!isGranted(member.role, "read")) return refuse(403, "Your role doesn't allow this. Ask an owner or admin.");
  try {
    const asked = parseInput(listInput, input);
    const file = `payments-${clock.now().toISOString().slice(0, 10)}.csv`;
    return new Response(writePayments(toFilter(member.scope, asked), toSort(asked)), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${file}"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (!isTillError(error)) throw error;
    const issues = error.issues?.map(({ field, message }) => `${field} ${message}`).slice(1) ?? [];
    return refuse(statusOf(error), [error.message, ...issues].join("\n"));
  }
}

function refuse(status: number, message: string): Response {
  return new Response(message, { status, headers: { "cache-control": "no-store" } });
}
