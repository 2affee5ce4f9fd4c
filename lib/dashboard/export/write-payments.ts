import { stringify } from "csv-stringify/sync";
import { paymentColumns } from "#lib/dashboard/export/payment-columns.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { walkPayments } from "#lib/domain/payments/listing/walk-payments.ts";

/** Without it Excel reads the file in a legacy character set. */
const byteOrderMark = "\ufeff";

/**
 * Streams all payments of a filter as CSV (RFC 4180, UTF-8) in constant memory: the next thousand are read only when
 * the client has consumed the previous ones. Text that a spreadsheet would run as a formula gets a leading apostrophe
 * (THREATS 21).
 */
export function writePayments(filter: PaymentFilter, sort: PaymentSort): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const batches = walkPayments(filter, sort);
  const heading = byteOrderMark + writeRows([paymentColumns.map(({ name }) => name)]);
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(heading)),
      async pull(controller) {
        const { value: batch } = await batches.next();
        // An empty batch means that nothing matches, and is the last one.
        if (batch === undefined || batch.payments.length === 0) return controller.close();
        const { payments, now } = batch;
        const rows = payments.map((payment) => paymentColumns.map(({ read }) => read(payment, now)));
        controller.enqueue(encoder.encode(writeRows(rows)));
      },
      async cancel() {
        await batches.return();
      },
    },
    { highWaterMark: 0 },
  );
}

function writeRows(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "windows" });
}
