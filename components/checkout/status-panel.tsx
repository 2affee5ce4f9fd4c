"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { sayText, statusWords, type ToldSituation } from "#components/checkout/status-words.ts";
import { CheckIcon, ClockIcon, CrossIcon, SpinnerIcon } from "#components/ui/icons.tsx";

const over = "border border-line bg-sunken text-ink-muted";
const wrong = "bg-critical-wash text-critical";

const badges: Record<ToldSituation, { icon: ReactNode; className: string }> = {
  processing: { icon: <SpinnerIcon className="size-6" />, className: "bg-accent-wash text-accent" },
  succeeded: { icon: <CheckIcon className="size-6" />, className: "bg-accent text-on-accent" },
  expired: { icon: <ClockIcon className="size-6" />, className: over },
  cancelled: { icon: <CrossIcon className="size-6" />, className: over },
  failed: { icon: <CrossIcon className="size-6" />, className: wrong },
  declined: { icon: <CrossIcon className="size-6" />, className: wrong },
};

type StatusPanelProps = {
  situation: ToldSituation;
  merchantName: string;
  link: string;
  /** Whether it became so before the buyer's eyes: what is read and tabbed through then starts here. */
  isNews: boolean;
  children: ReactNode;
};

/** Where a payment stands when there is nothing to do about it, or nothing any more. */
export function StatusPanel({ situation, merchantName, link, isNews, children }: StatusPanelProps) {
  const { say } = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const { icon, className } = badges[situation];
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <div className="flex flex-col gap-6">
      <span className={`grid size-12 place-items-center rounded-full print:hidden ${className}`}>{icon}</span>
      <div className="space-y-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-xl leading-tight font-semibold tracking-tight text-balance outline-none"
        >
          {say(statusWords[situation].title)}
        </h2>
        <p className="text-pretty text-ink-muted">{sayText(say, situation, merchantName)}</p>
      </div>
      {children}
      {situation === "processing" && (
        <noscript>
          <p className="text-sm">
            <a href={link} className="font-medium text-accent underline underline-offset-4">
              {say("status.reload")}
            </a>
          </p>
        </noscript>
      )}
    </div>
  );
}
