import { clock } from "#lib/core/clock.ts";
import type { Position } from "#lib/db/keyset.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { pagePayments } from "#lib/domain/payments/listing/page-payments.ts";
import type { ListedPayment } from "#lib/domain/payments/listing/repository.ts";

const batchSize = 1_000;

/** Some payments, and the moment that their statuses are as of: the same for the whole walk. */
export type PaymentBatch = { payments: ListedPayment[]; now: Date };

/**
 * All payments that a filter matches, a thousand at a time, however many there are: each batch is read when it is asked
 * for and holds no connection meanwhile. What is created behind the walk's place comes along, what is created before it
 * does not; no payment comes twice.
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
