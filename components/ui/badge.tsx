import type { ReactNode } from "react";

const tones = {
  neutral: "bg-sunken text-ink-muted border-line",
  good: "bg-accent-wash text-accent border-transparent",
  critical: "bg-critical-wash text-critical border-transparent",
  pending: "bg-surface text-ink border-line-strong",
};
export type Tone = keyof typeof tones;

/** A short status label; the colour only repeats the words. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-md border px-1.5 py-0.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
