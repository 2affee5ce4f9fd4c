"use client";

import { controlClass, Field } from "#components/ui/field.tsx";
import { Popover } from "#components/ui/popover.tsx";

type Days = { from: string | undefined; to: string | undefined };
type DateFilterProps = Days & { onChange: (days: Days) => void };

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const lastDays = (count: number) => () => ({ from: dayOf(Date.now() - (count - 1) * dayMs), to: dayOf(Date.now()) });
const presets: Readonly<Record<string, () => Days>> = {
  Today: lastDays(1),
  "Last 7 days": lastDays(7),
  "Last 30 days": lastDays(30),
  "This month": () => ({ from: `${dayOf(Date.now()).slice(0, 8)}01`, to: dayOf(Date.now()) }),
};

/** The label of the filter's button. */
export function dateLabel({ from, to }: Days): string {
  if (from === undefined && to === undefined) return "Date";
  if (from === to) return `Date: ${from}`;
  if (to === undefined) return `Date: from ${from}`;
  return from === undefined ? `Date: to ${to}` : `Date: ${from} – ${to}`;
}

/** A filter by creation date in UTC; both days are included. */
export function DateFilter({ from, to, onChange }: DateFilterProps) {
  const isWrong = from !== undefined && to !== undefined && to < from;
  return (
    <Popover label={dateLabel({ from, to })} title="Date" isActive={from !== undefined || to !== undefined}>
      {(close) => (
        <div className="space-y-3">
          <div className="grid grid-cols-2 gap-1">
            {Object.entries(presets).map(([name, days]) => (
              <button
                key={name}
                type="button"
                onClick={() => {
                  onChange(days());
                  close();
                }}
                className="min-h-9 rounded-lg px-2 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
              >
                {name}
              </button>
            ))}
          </div>
          <Field label="From">
            {(control) => (
              <input
                {...control}
                type="date"
                value={from ?? ""}
                onChange={({ target }) => onChange({ from: target.value || undefined, to })}
                className={controlClass}
              />
            )}
          </Field>
          <Field
            label="To"
            hint="UTC, both days included."
            error={isWrong ? "must be on or after the start date" : undefined}
          >
            {(control) => (
              <input
                {...control}
                type="date"
                value={to ?? ""}
                onChange={({ target }) => onChange({ from, to: target.value || undefined })}
                className={controlClass}
              />
            )}
          </Field>
          <button
            type="button"
            onClick={() => {
              onChange({ from: undefined, to: undefined });
              close();
            }}
            className="min-h-9 rounded-lg px-2 text-sm text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            Clear
          </button>
        </div>
      )}
    </Popover>
  );
}
