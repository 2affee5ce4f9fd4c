import { stringify } from "csv-stringify/sync";
import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { withoutFormulas } from "#lib/dashboard/export/without-formulas.ts";
import { readForPartner } from "#lib/dashboard/partner-gate.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { createTurns } from "#lib/domain/platform/rate-limit/turns.ts";

/** Without it Excel reads the file in a legacy character set. */
const byteOrderMark = "\ufeff";

/**
 * Two batches are read at the same time, by all exports together, and one of each partner: however many exports a partner has, at most
 * one of its batches is before another's. After half a second of batches, the partner's exports rest for nine times as long as each one takes, so that they use a tenth of
 * the process. None is refused, because its file has begun.
 */
const turns = processSingleton("export-turns", () =>
  createTurns<PartnerId>({
    perClient: 1,
    waitingPerClient: Number.POSITIVE_INFINITY,
    atOnce: 2,
    waitingInAll: Number.POSITIVE_INFINITY,
    rest: 9,
    burstMs: 500,
    message: "Too many exports are running for this account. Try again in a few seconds.",
  }),
);

/**
 * Streams rows as CSV (RFC 4180, UTF-8) in constant memory: the next batch is read only when the client has consumed the previous
 * one, and it is this export's turn. Text that a spreadsheet would run as a formula gets an apostrophe.
 */
export function csvStream(
  { partnerId }: Pick<PartnerScope, "partnerId">,
  heading: readonly string[],
  batches: AsyncGenerator<readonly (readonly string[])[], undefined>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + writeRows([heading]))),
      async pull(controller) {
        const chunk = await turns()(partnerId, async () => {
          const { value: rows } = await readForPartner(partnerId, () => batches.next());
          // An empty batch means that nothing matches, and is the last one.
          return rows === undefined || rows.length === 0 ? null : encoder.encode(writeRows(rows));
        });
        if (chunk === null) controller.close();
        else controller.enqueue(chunk);
      },
      async cancel() {
        await batches.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function writeRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(withoutFormulas)),
    { record_delimiter: "windows" },
  );
}
