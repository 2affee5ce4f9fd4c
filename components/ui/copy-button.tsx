"use client";

import { useEffect, useState } from "react";
import { copyText } from "#components/ui/copy-text.ts";
import { CheckIcon, CopyIcon, CrossIcon } from "#components/ui/icons.tsx";

type Outcome = "copied" | "failed";
const icons = { copied: CheckIcon, failed: CrossIcon };
const outcomeShownMs = 2_500;

const looks = {
  quiet: "min-h-11 gap-1.5 text-sm text-accent underline-offset-4 hover:underline",
  primary: "min-h-12 w-full gap-2 border border-brand-edge bg-brand px-5 text-on-brand hover:bg-brand-strong",
  icon: "size-11 text-ink-muted hover:bg-sunken hover:text-ink",
  compact: "size-8 text-ink-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11",
};

type CopyButtonProps = {
  /** The text, or a function that reads it when it is copied. */
  text: string | (() => string);
  label: string;
  /** The confirmation and the error message. */
  words: Readonly<Record<Outcome, string>>;
  look: keyof typeof looks;
};

/** Copies text to the clipboard, with visible and announced feedback. Hidden without JavaScript. */
export function CopyButton({ text, label, words, look }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), outcomeShownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(typeof text === "string" ? text : text())) ? "copied" : "failed");
  const Icon = outcome === null ? CopyIcon : icons[outcome];
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        className={`inline-flex shrink-0 items-center justify-center rounded-lg font-medium transition-colors noscript:hidden ${looks[look]}`}
      >
        <Icon className="size-4.5" />
        <span className={look === "quiet" || look === "primary" ? "" : "sr-only"}>
          {outcome === null ? label : words[outcome]}
        </span>
      </button>
      <span role="status" className="sr-only">
        {outcome === null ? "" : words[outcome]}
      </span>
    </>
  );
}
