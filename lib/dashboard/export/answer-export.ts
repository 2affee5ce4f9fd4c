import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isGranted } from "#lib/core/roles.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { writePayments } from "#lib/dashboard/export/write-payments.ts";
import { parseInput } from "#lib/dashboard/parse-input.ts";
import { listInput, toFilter, toSort } from "#lib/dashboard/payment-filter.ts";

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
    if (!(error instanceof TillError)) throw error;
    const issues = error.issues?.map(({ field, message }) => `${field} ${message}`) ?? [];
    return refuse(error.status, [error.message, ...issues].join("\n"));
  }
}

function refuse(status: number, message: string): Response {
  return new Response(message, { status, headers: { "cache-control": "no-store" } });
}
