"use client";

import { useEffect, useRef } from "react";
import { useFormTranslation } from "#components/collect/form-translation.tsx";
import { type Outcome, reportOutcome } from "#components/collect/report-outcome.ts";
import { CheckIcon, ClockIcon, CrossIcon, SpinnerIcon } from "#components/ui/icons.tsx";

/** The states in which the form has nothing to fill in. */
export type OutcomeKind =
  | "sent"
  | "complete"
  | "processing"
  | "succeeded"
  | "expired"
  | "cancelled"
  | "failed"
  | "damaged"
  | "unknown";

const positive = "bg-accent-wash text-accent";
const neutral = "border border-line bg-sunken text-ink-muted";

const outcomes = {
  sent: { icon: CheckIcon, look: "bg-accent text-on-accent", title: "sent.title", text: "sent.text" },
  complete: { icon: CheckIcon, look: positive, title: "complete.title", text: "complete.text" },
  processing: { icon: SpinnerIcon, look: positive, title: "processing.title", text: "closed.text" },
  succeeded: { icon: CheckIcon, look: positive, title: "succeeded.title", text: "closed.text" },
  expired: { icon: ClockIcon, look: neutral, title: "expired.title", text: "closed.text" },
  cancelled: { icon: CrossIcon, look: neutral, title: "cancelled.title", text: "closed.text" },
  failed: { icon: CrossIcon, look: neutral, title: "failed.title", text: "closed.text" },
  damaged: { icon: CrossIcon, look: neutral, title: "damaged.title", text: "damaged.text" },
  unknown: { icon: CrossIcon, look: neutral, title: "unknown.title", text: "unknown.text" },
} as const satisfies Record<OutcomeKind, object>;

/**
 * Shows how the form ended and notifies the host.
 * @param hasChanged whether it ended while the page was open. The heading then takes the focus.
 */
export function FormOutcome({ kind, hasChanged = false }: { kind: OutcomeKind; hasChanged?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const t = useFormTranslation();
  const { icon: Icon, look, title: titleKey, text } = outcomes[kind];
  const title = t(titleKey);
  useEffect(() => reportOutcome(outcomeOf(kind, title)), [kind, title]);
  useEffect(() => {
    if (hasChanged) heading.current?.focus();
  }, [hasChanged]);
  return (
    <div className="flex flex-col gap-5 py-2">
      <h1 className="sr-only">{t("title")}</h1>
      <span className={`grid size-12 place-items-center rounded-full ${look}`}>
        <Icon className="size-6" />
      </span>
      <div className="space-y-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-xl leading-tight font-semibold tracking-tight text-balance outline-none"
        >
          {title}
        </h2>
        <p className="text-pretty text-ink-muted">{t(text)}</p>
      </div>
    </div>
  );
}

function outcomeOf(kind: OutcomeKind, title: string): Outcome {
  const isComplete = kind === "sent" || kind === "complete";
  return isComplete ? { type: "IC_COMPLETE", success: true } : { type: "IC_ERROR", error: `${title}.` };
}
