"use client";

import { useEffect, useRef } from "react";
import { useSay } from "#components/collect/form-language.tsx";
import { type Outcome, reportOutcome } from "#components/collect/report-outcome.ts";
import { CheckIcon, ClockIcon, CrossIcon, SpinnerIcon } from "#components/ui/icons.tsx";

/** Every way in which there is nothing (more) to fill in. */
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

const good = "bg-accent-wash text-accent";
const over = "border border-line bg-sunken text-ink-muted";

const faces = {
  sent: { icon: CheckIcon, look: "bg-accent text-on-accent", title: "sent.title", text: "sent.text" },
  complete: { icon: CheckIcon, look: good, title: "complete.title", text: "complete.text" },
  processing: { icon: SpinnerIcon, look: good, title: "processing.title", text: "closed.text" },
  succeeded: { icon: CheckIcon, look: good, title: "succeeded.title", text: "closed.text" },
  expired: { icon: ClockIcon, look: over, title: "expired.title", text: "closed.text" },
  cancelled: { icon: CrossIcon, look: over, title: "cancelled.title", text: "closed.text" },
  failed: { icon: CrossIcon, look: over, title: "failed.title", text: "closed.text" },
  damaged: { icon: CrossIcon, look: over, title: "damaged.title", text: "damaged.text" },
  unknown: { icon: CrossIcon, look: over, title: "unknown.title", text: "unknown.text" },
} as const satisfies Record<OutcomeKind, object>;

/**
 * Says how the form ended, on the screen and to the host.
 * @param isNews whether it ended before the buyer's eyes; what is read aloud then starts here.
 */
export function FormOutcome({ kind, isNews = false }: { kind: OutcomeKind; isNews?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const say = useSay();
  const { icon: Icon, look, title: titleKey, text } = faces[kind];
  const title = say(titleKey);
  useEffect(() => reportOutcome(outcomeOf(kind, title)), [kind, title]);
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <div className="flex flex-col gap-5 py-2">
      <h1 className="sr-only">{say("title")}</h1>
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
        <p className="text-pretty text-ink-muted">{say(text)}</p>
      </div>
    </div>
  );
}

function outcomeOf(kind: OutcomeKind, title: string): Outcome {
  const isComplete = kind === "sent" || kind === "complete";
  return isComplete ? { type: "IC_COMPLETE", success: true } : { type: "IC_ERROR", error: `${title}.` };
}
