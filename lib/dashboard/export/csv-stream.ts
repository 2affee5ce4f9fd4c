import { stringify } from "csv-stringify/sync";
import pLimit from "p-limit";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** Without it Excel reads the file in a legacy character set. */
const byteOrderMark = "\ufeff";

/** Batches that are read at the same time, by all exports together: more of them would only keep the database from others. */
const turns = processSingleton("export-turns", () => pLimit(2));

/**
 * Streams rows as CSV (RFC 4180, UTF-8) in constant memory: the next batch is read only when the client has consumed the previous
 * one, and it is this export's turn. Text that a spreadsheet would run as a formula gets a leading apostrophe (THREATS 21).
 */
export function csvStream(
  heading: readonly string[],
  batches: AsyncGenerator<readonly (readonly string[])[], undefined>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + writeRows([heading]))),
      async pull(controller) {
        const { value: rows } = await turns()(() => batches.next());
        // An empty batch means that nothing matches, and is the last one.
        if (rows === undefined || rows.length === 0) return controller.close();
        controller.enqueue(encoder.encode(writeRows(rows)));
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
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: "windows" },
  );
}
