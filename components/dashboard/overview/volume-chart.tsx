"use client";

import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatFigure } from "#components/dashboard/format-money.ts";
import type { Point } from "#components/dashboard/overview/report.ts";
import { longStep, type Step, shortStep } from "#components/dashboard/overview/step-words.ts";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

type VolumeChartProps = { points: readonly Point[]; step: Step; unit: Pick<ShownMoney, "decimals" | "symbol"> };

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const tick = { fill: "var(--color-ink-muted)", fontSize: 12 };

/** Bars for the period and a dashed line for the previous one. Only the heights are rounded; the labels are exact. */
export function VolumeChart({ points, step, unit }: VolumeChartProps) {
  const heightOf = (value: string) => Number(value) / 10 ** unit.decimals;
  const data = points.map((point) => ({
    point,
    name: shortStep(step, point.at),
    now: heightOf(point.volume),
    before: point.before === null ? null : heightOf(point.before),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis dataKey="name" tick={tick} tickLine={false} stroke="var(--color-line)" minTickGap={24} />
        <YAxis
          tick={tick}
          tickLine={false}
          axisLine={false}
          width={52}
          tickFormatter={(value: number) => compact.format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--color-line)", opacity: 0.4 }}
          content={({ active, payload }) => {
            const point: Point | undefined = payload[0]?.payload?.point;
            return active && point !== undefined ? <PointNote point={point} step={step} unit={unit} /> : null;
          }}
        />
        <Bar dataKey="now" fill="var(--color-accent)" radius={[3, 3, 0, 0]} maxBarSize={40} isAnimationActive={false} />
        <Line
          dataKey="before"
          stroke="var(--color-ink-muted)"
          strokeDasharray="4 4"
          strokeWidth={1.5}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function PointNote({ point, step, unit }: { point: Point } & Pick<VolumeChartProps, "step" | "unit">) {
  const figure = (value: string) => `${formatFigure({ ...unit, value })} ${unit.symbol}`;
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-card">
      <p className="text-ink-muted">{longStep(step, point.at)}</p>
      <p className="font-medium whitespace-nowrap tabular-nums">{figure(point.volume)}</p>
      <p className="whitespace-nowrap text-ink-muted tabular-nums">{figure(point.net)} net revenue</p>
      <p className="text-ink-muted tabular-nums">
        {point.payments} {point.payments === 1 ? "payment" : "payments"}
      </p>
      {point.before !== null && (
        <p className="whitespace-nowrap text-ink-muted tabular-nums">{figure(point.before)} in the previous period</p>
      )}
    </div>
  );
}
