import { clock } from "#lib/core/clock.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { guardExport, requireFreeExport, requireReader } from "#lib/dashboard/export/guard-export.ts";
import { limitMember } from "#lib/dashboard/rpc/limit-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { errorHeaders, refusalOf, statusOf } from "#lib/edge/http-error.ts";

/**
 * Responds to a signed-in member with a CSV file, or with the reason as plain text.
 * @param name of the file, which gets the date.
 */
export async function answerCsv(
  name: string,
  write: (member: Member) => Promise<ReadableStream<Uint8Array>>,
): Promise<Response> {
  try {
    const member = requireReader(await currentMember());
    await limitMember(member);
    requireFreeExport(member);
    const file = `${name}-${clock.now().toISOString().slice(0, 10)}.csv`;
    return new Response(guardExport(member, await write(member)), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${file}"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    const issues = refusal.issues?.map(({ field, message }) => `${field} ${message}`).slice(1) ?? [];
    const reason = [refusal.message, ...issues].join("\n");
    const headers = { ...errorHeaders(refusal), "cache-control": "no-store" };
    return new Response(reason, { status: statusOf(refusal), headers });
  }
}
