import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Period, Step } from "#lib/domain/payments/statistics/period/period.ts";
import { countPeriodCustomers, type PeriodSums, sumPeriod } from "#lib/domain/payments/statistics/period/repository.ts";

/** Statistics of a period. `customers` counts distinct buyers. */
export type PeriodReport = PeriodSums & { customers: number };

/** Returns the current statistics of a partner's payments by creation time, by two concurrent statements. */
export async function reportPeriod({ partnerId }: PartnerScope, period: Period, step: Step): Promise<PeriodReport> {
  const [sums, customers] = await Promise.all([
    sumPeriod(database, partnerId, period, step, clock.now()),
    countPeriodCustomers(database, partnerId, period),
  ]);
  return { ...sums, customers };
}
