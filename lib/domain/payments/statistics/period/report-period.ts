import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Period, Step } from "#lib/domain/payments/statistics/period/period.ts";
import { countPeriodCustomers, type PeriodSums, sumPeriod } from "#lib/domain/payments/statistics/period/repository.ts";

/** What a period comes to. Customers are different buyers, each counted once however often they paid. */
export type PeriodReport = PeriodSums & { customers: number };

/** The statistics of a partner's payments by the time of their creation, as of now. Two statements, side by side. */
export async function reportPeriod({ partnerId }: PartnerScope, period: Period, step: Step): Promise<PeriodReport> {
  const [sums, customers] = await Promise.all([
    sumPeriod(database, partnerId, period, step, clock.now()),
    countPeriodCustomers(database, partnerId, period),
  ]);
  return { ...sums, customers };
}
