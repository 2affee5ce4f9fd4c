"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { Attention } from "#components/dashboard/overview/attention.tsx";
import { Figures } from "#components/dashboard/overview/figures.tsx";
import { areDone, FirstSteps } from "#components/dashboard/overview/first-steps.tsx";
import { OverviewSkeleton } from "#components/dashboard/overview/overview-skeleton.tsx";
import type { PeriodInput } from "#components/dashboard/overview/period-picker.tsx";
import { Shares } from "#components/dashboard/overview/shares.tsx";
import { Volume } from "#components/dashboard/overview/volume.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { Role } from "#lib/core/roles.ts";

// React Query pauses the interval while the page is hidden.
const refetchInterval = 15_000;

/** The figures of a period and the items that need attention. Refreshes itself. */
export function Overview({ input, role }: { input: PeriodInput; role: Role }) {
  const figures = useQuery({
    ...rpcQuery("overview.figures", input),
    refetchInterval,
    placeholderData: keepPreviousData,
  });
  const attention = useQuery({ ...rpcQuery("overview.attention", {}), refetchInterval });
  const error = figures.error ?? attention.error;
  if (figures.data === undefined || attention.data === undefined) {
    return error === null ? <OverviewSkeleton /> : <Problem>{error.message}</Problem>;
  }
  const { steps } = attention.data;
  const isNew = !steps.hasPayment;
  const { currencies, step } = figures.data;
  return (
    <div className="space-y-6" aria-busy={figures.isPlaceholderData}>
      {error !== null && <Problem>Couldn't refresh these figures. {error.message}</Problem>}
      {!isNew && <Figures input={input} data={figures.data} unsettled={attention.data.unsettled} />}
      {!areDone(steps) && <FirstSteps steps={steps} role={role} />}
      {(!isNew || steps.merchantId !== null) && <Attention data={attention.data} />}
      {currencies.map((report) => (
        <div key={report.currency} className="space-y-6">
          <Volume report={report} step={step} />
          <div className="grid gap-6 md:grid-cols-2">
            <Shares title={`Volume by token in ${report.currency}`} shares={report.tokens} />
            <Shares title={`Volume by network in ${report.currency}`} shares={report.networks} />
          </div>
        </div>
      ))}
    </div>
  );
}
