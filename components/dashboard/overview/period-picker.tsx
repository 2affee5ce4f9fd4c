"use client";

import Form from "next/form";
import { useState } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Link } from "#components/ui/link.tsx";
import { useModePath } from "#components/ui/mode.tsx";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The period in the URL. */
export type PeriodInput = QueryInput<"overview.figures">;
type Preset = NonNullable<PeriodInput["period"]>;

const presets: readonly [Preset, string][] = [
  ["today", "Today"],
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["90d", "90 days"],
  ["12m", "12 months"],
];

type PeriodPickerProps = {
  input: PeriodInput;
  /** The submitted values of the custom range, and their errors. */
  days: { from: string; to: string };
  errors: { from?: string; to?: string };
};

/** The choice of the overview's period. Each choice has its own URL. */
export function PeriodPicker({ input, days, errors }: PeriodPickerProps) {
  const isOfDays = input.from !== undefined || Object.keys(errors).length > 0;
  const [isOpen, setOpen] = useState(isOfDays);
  const inMode = useModePath();
  const look = (isCurrent: boolean) =>
    `inline-flex min-h-9 w-full items-center justify-center rounded-md px-3 text-sm whitespace-nowrap pointer-coarse:min-h-11 ${
      isCurrent ? "bg-accent-wash font-medium text-accent" : "text-ink-muted hover:bg-sunken hover:text-ink"
    }`;
  return (
    <div className="space-y-3">
      <nav aria-label="Period">
        <ul className="inline-grid grid-cols-3 gap-1 rounded-lg border border-line bg-surface p-1 max-sm:grid sm:grid-cols-6">
          {presets.map(([preset, label]) => {
            const isCurrent = !isOfDays && (input.period ?? "30d") === preset;
            return (
              <li key={preset}>
                <Link
                  href={`/dashboard?period=${preset}`}
                  scroll={false}
                  aria-current={isCurrent ? "true" : undefined}
                  onClick={() => setOpen(false)}
                  className={look(isCurrent)}
                >
                  {label}
                </Link>
              </li>
            );
          })}
          <li>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls="overview-days"
              onClick={() => setOpen(!isOpen)}
              className={look(isOfDays)}
            >
              Custom
            </button>
          </li>
        </ul>
      </nav>
      <Form
        id="overview-days"
        action={inMode("/dashboard")}
        scroll={false}
        hidden={!isOpen}
        noValidate
        className="flex flex-wrap items-start gap-3 [&[hidden]]:hidden"
      >
        <TextField label="From (UTC)" type="date" name="from" defaultValue={days.from} error={errors.from} required />
        <TextField label="To (inclusive)" type="date" name="to" defaultValue={days.to} error={errors.to} required />
        <ActionButton type="submit" className="mt-6.5">
          Apply
        </ActionButton>
      </Form>
    </div>
  );
}
