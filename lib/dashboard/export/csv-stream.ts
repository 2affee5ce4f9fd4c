import { stringify } from "csv-stringify/sync";
import { withoutFormulas } from "#lib/dashboard/export/without-formulas.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inBulk } from "#lib/db/work.ts";

/** Without it Excel reads the file in a legacy character set. */
const byteOrderMark = "\ufeff";

/**
 * Streams rows as CSV (RFC 4180, UTF-8) in constant memory: the next batch is read only when the client has consumed the previous
 * one, as bulk work. Text that a spreadsheet would run as a formula gets an apostrophe.
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
        const { value: rows } = await inBulk(partnerId, () => batches.next());
        // An empty batch means that nothing matches, and is the last one.
        if (rows === undefined || rows.length === 0) controller.close();
        else controller.enqueue(encoder.encode(writeRows(rows)));
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
