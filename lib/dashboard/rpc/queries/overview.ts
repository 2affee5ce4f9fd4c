import { z } from "zod";
import { clock } from "#lib/core/clock.ts";
import { comparePeriods, periodInput } from "#lib/dashboard/overview/period-input.ts";
import { presentCurrencies } from "#lib/dashboard/overview/present-report.ts";
import { presentException } from "#lib/dashboard/present/exception.ts";
import { presentToken } from "#lib/dashboard/present/money.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { database } from "#lib/db/pool.ts";
import { listMerchantsWithoutDestination } from "#lib/domain/merchants/without-destination.ts";
import { listUnusedKeys } from "#lib/domain/partners/api-keys/list-unused-keys.ts";
import { getOnboardingProgress } from "#lib/domain/partners/get-onboarding-progress.ts";
import { pageExceptions } from "#lib/domain/payments/deposits/exceptions/exception-views.ts";
import { sumHeldPayouts } from "#lib/domain/payments/payouts/held-repository.ts";
import { listStuckPayouts } from "#lib/domain/payments/payouts/stuck/stuck-payouts.ts";
import { listRemovedPayments } from "#lib/domain/payments/recovery/removed-repository.ts";
import { stepsOf } from "#lib/domain/payments/statistics/period/period.ts";
import { type PeriodReport, reportPeriod } from "#lib/domain/payments/statistics/period/report-period.ts";

/** The figures of a period and of the previous one. */
const figures = defineQuery({
  right: "read",
  input: periodInput,
  async resolve({ scope }, asked) {
    const comparison = comparePeriods(asked, clock.now());
    const { now, before, step } = comparison;
    const [report, reportBefore] = await Promise.all([
      reportPeriod(scope, now, step),
      reportPeriod(scope, before, step),
    ]);
    const counts = new Map(report.countsBySteps.map(({ at, byStatus }) => [at.getTime(), byStatus]));
    const compare = <T>(of: (report: PeriodReport) => T) => ({ now: of(report), before: of(reportBefore) });
    return {
      step,
      period: { from: now.from.toISOString(), until: now.until.toISOString() },
      before: { from: before.from.toISOString(), until: before.until.toISOString() },
      payments: compare(({ byStatus }) => countAll(byStatus)),
      /** Succeeded payments out of all completed ones. */
      success: compare(({ byStatus }) => rateOf(byStatus)),
      /** For each step, the payments created in it and what they have become. */
      points: stepsOf(now, step).map((at) => {
        const byStatus = counts.get(at.getTime()) ?? {};
        return { payments: countAll(byStatus), ...rateOf(byStatus) };
      }),
      customers: compare(({ customers }) => customers),
      currencies: presentCurrencies(comparison, report, reportBefore),
    };
  },
});

type Counts = PeriodReport["byStatus"];

function countAll(byStatus: Counts): number {
  return Object.values(byStatus).reduce((sum, count) => sum + count, 0);
}

function rateOf({ succeeded = 0, failed = 0, expired = 0, cancelled = 0 }: Counts) {
  return { succeeded, ended: succeeded + failed + expired + cancelled };
}

/** Items listed per kind; one more is fetched to know whether there are more. */
const named = 5;

/** Items that need attention: payouts, exceptions of transfers, merchants and keys, and the first steps of a new partner. */
const attention = defineQuery({
  right: "read",
  input: z.strictObject({}),
  async resolve({ scope }) {
    const [unsettled, removed, stuck, exceptions, merchants, keys, steps] = await Promise.all([
      sumHeldPayouts(scope),
      listRemovedPayments(database, scope, named + 1),
      listStuckPayouts(scope, { after: null, limit: named + 1 }),
      pageExceptions(scope, { merchantId: null, isOpen: true }, null, named + 1),
      listMerchantsWithoutDestination(scope, named + 1),
      listUnusedKeys(scope, named + 1),
      getOnboardingProgress(scope),
    ]);
    return {
      unsettled: unsettled.map(({ asset, amount, payments }) => ({
        asset,
        payments,
        money: presentToken(asset, amount),
      })),
      removed: removed.map(({ asset, amount, since, ...payment }) => {
        return { ...payment, money: presentToken(asset, amount), since: since.toISOString() };
      }),
      settlements: stuck.payouts.map((settlement) => ({
        paymentId: settlement.paymentId,
        merchantName: settlement.merchantName,
        referenceId: settlement.referenceId,
        money: presentToken(settlement.asset, settlement.amount),
        hasFailed: settlement.state === "failed",
        since: settlement.since.toISOString(),
      })),
      exceptions: exceptions.map(presentException).map(({ id, kind, payment, merchant, money, createdAt }) => {
        return { id, kind, payment, merchantName: merchant.name, money, since: createdAt };
      }),
      merchants,
      keys: keys.map(({ id, name, hint, createdAt, lastUsedAt }) => {
        return { id, name, hint, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
      }),
      steps,
    };
  },
});

export const overviewQueries = { "overview.figures": figures, "overview.attention": attention };
