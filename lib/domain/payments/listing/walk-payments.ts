import { clock } from "#lib/core/clock.ts";
import type { Position } from "#lib/db/keyset.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { pagePayments } from "#lib/domain/payments/listing/page-payments.ts";
import type { ListedPayment } from "#lib/domain/payments/listing/repository.ts";

const batchSize = 1_000;

/** Payments, and the moment at which their statuses were evaluated: the same for the whole walk. */
export type PaymentBatch = { payments: ListedPayment[]; now: Date };

/**
 * Yields all payments of a filter, a thousand at a time. Reads each batch on demand and holds no connection in between.
 * Payments created during the walk are included when they sort after its position; no payment is yielded twice.
 */
export async function* walkPayments(filter: PaymentFilter, sort: PaymentSort): AsyncGenerator<PaymentBatch, void> {
  const now = clock.now();
  let after: Position | null = null;
  do {
    const page = await pagePayments(filter, sort, { after, limit: batchSize }, now);
    yield { payments: page.payments, now };
    after = page.next;
  } while (after !== null);
}
