import { csvStream } from "#lib/dashboard/export/csv-stream.ts";
import { paymentColumns } from "#lib/dashboard/export/payment-columns.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { walkPayments } from "#lib/domain/payments/listing/page-payments.ts";

/** Streams all payments of a filter as CSV, as {@link csvStream} does. */
export function writePayments(filter: PaymentFilter, sort: PaymentSort): ReadableStream<Uint8Array> {
  return csvStream(
    filter,
    paymentColumns.map(({ name }) => name),
    rowsOf(filter, sort),
  );
}

async function* rowsOf(filter: PaymentFilter, sort: PaymentSort): AsyncGenerator<string[][], undefined> {
  for await (const { payments, now } of walkPayments(filter, sort)) {
    yield payments.map((payment) => paymentColumns.map(({ read }) => read(payment, now)));
  }
}
