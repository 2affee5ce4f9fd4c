import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
import { isRolledUp } from "#lib/domain/payments/statistics/count-payments.ts";
import { sumPayments, sumRollup } from "#lib/domain/payments/statistics/repository.ts";
import { type RecordedStatement, recordStatements } from "./recorded-statements.ts";

/** Records the two statements of a list: its first page and its statistics. */
export async function recordList(
  filter: PaymentFilter,
  sort: PaymentSort,
): Promise<[page: RecordedStatement, statistics: RecordedStatement]> {
  const now = new Date();
  const page = await recordStatements((on) => listPage(on, filter, sort, null, 51, now));
  const sum = isRolledUp(filter) ? sumRollup : sumPayments;
  const statistics = await recordStatements((on) => sum(on, filter, now));
  return [page[0] as RecordedStatement, statistics[0] as RecordedStatement];
}
