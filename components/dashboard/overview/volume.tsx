"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { formatFigure } from "#components/dashboard/format-money.ts";
import type { CurrencyReport, Point } from "#components/dashboard/overview/report.ts";
import { longStep, type Step } from "#components/dashboard/overview/step-words.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";

// Half the JavaScript of a dashboard page, and useless without a screen.
const VolumeChart = dynamic(async () => (await import("#components/dashboard/overview/volume-chart.tsx")).VolumeChart, {
  ssr: false,
  loading: () => <Skeleton className="size-full" />,
});

const views = ["Chart", "Table"] as const;

/** Volume over time in one currency, as a chart or as a table of exact figures with net revenue. */
export function Volume({ report, step }: { report: CurrencyReport; step: Step }) {
  const [view, setView] = useState<(typeof views)[number]>("Chart");
  const { points, currency } = report;
  const unit = { decimals: report.volume.now.decimals, symbol: currency };
  const hasBefore = points.some(({ before }) => before !== null);
  return (
    <section aria-labelledby={`volume-${report.currency}`} className="rounded-xl border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4">
        <h2 id={`volume-${currency}`} className="font-semibold">
          Volume in {currency}
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; these buttons switch the view. */}
        <div role="group" aria-label="Show volume as" className="inline-flex rounded-lg border border-line p-0.5">
          {views.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              onClick={() => setView(each)}
              className={`min-h-8 rounded-md px-3 text-sm pointer-coarse:min-h-11 ${view === each ? "bg-accent-wash font-medium text-accent" : "text-ink-muted hover:text-ink"}`}
            >
              {each}
            </button>
          ))}
        </div>
      </div>
      {view === "Chart" ? (
        <figure className="px-3 pt-3 pb-4">
          <div role="img" aria-label={summaryOf(report, step)} className="h-64">
            <VolumeChart points={points} step={step} unit={unit} />
          </div>
          <figcaption className="flex flex-wrap gap-x-5 gap-y-1 px-2 pt-2 text-sm text-ink-muted">
            <span className="inline-flex items-center gap-2">
              <svg aria-hidden="true" className="size-3 text-accent" viewBox="0 0 12 12" fill="currentColor">
                <rect width="12" height="12" rx="2" />
              </svg>
              This period
            </span>
            {hasBefore && (
              <span className="inline-flex items-center gap-2">
                <svg aria-hidden="true" className="h-3 w-6" viewBox="0 0 24 12" stroke="currentColor">
                  <path d="M0 6h24" strokeDasharray="4 4" strokeWidth="1.5" />
                </svg>
                Previous period
              </span>
            )}
          </figcaption>
        </figure>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <section aria-label={`Volume table in ${currency}`} tabIndex={0} className="mt-3 max-h-80 overflow-auto">
          <PointTable points={points} step={step} unit={unit} hasBefore={hasBefore} />
        </section>
      )}
    </section>
  );
}

type PointTableProps = {
  points: readonly Point[];
  step: Step;
  unit: { decimals: number; symbol: string };
  hasBefore: boolean;
};

function PointTable({ points, step, unit, hasBefore }: PointTableProps) {
  const figure = (value: string) => formatFigure({ ...unit, value });
  const head = "sticky top-0 border-y border-line bg-sunken px-5 py-2 font-medium text-ink-muted";
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">Volume in {unit.symbol}, times in UTC</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} text-left`}>
            {{ hour: "Hour (UTC)", day: "Day (UTC)", month: "Month" }[step]}
          </th>
          <th scope="col" className={`${head} text-right`}>
            Payments
          </th>
          <th scope="col" className={`${head} text-right`}>
            Volume
          </th>
          <th scope="col" className={`${head} text-right`}>
            Net revenue
          </th>
          {hasBefore && (
            <th scope="col" className={`${head} text-right`}>
              Previous volume
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {points.map(({ at, payments, volume, net, before }) => (
          <tr key={at} className="border-b border-line last:border-0">
            <th scope="row" className="px-5 py-2 text-left font-normal whitespace-nowrap">
              {longStep(step, at)}
            </th>
            <td className="px-5 py-2 text-right">{payments}</td>
            <td className="px-5 py-2 text-right whitespace-nowrap">{figure(volume)}</td>
            <td className="px-5 py-2 text-right whitespace-nowrap">{figure(net)}</td>
            {hasBefore && (
              <td className="px-5 py-2 text-right whitespace-nowrap text-ink-muted">
                {before === null ? "" : figure(before)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function summaryOf({ currency, volume, points }: CurrencyReport, step: Step): string {
  return `Volume in ${currency} over ${points.length} ${step}s: ${formatFigure(volume.now)} in total. Switch to the table for each value.`;
}
