"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { type MessageStatus, statusMessages, statusText } from "#components/checkout/buyer-status.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { CheckIcon, ClockIcon, CrossIcon, SpinnerIcon } from "#components/ui/icons.tsx";

const neutral = "border border-line bg-sunken text-ink-muted";
const critical = "bg-critical-wash text-critical";

const badges: Record<MessageStatus, { icon: ReactNode; className: string }> = {
  processing: { icon: <SpinnerIcon className="size-6" />, className: "bg-accent-wash text-accent" },
  succeeded: { icon: <CheckIcon className="size-6" />, className: "bg-accent text-on-accent" },
  expired: { icon: <ClockIcon className="size-6" />, className: neutral },
  cancelled: { icon: <CrossIcon className="size-6" />, className: neutral },
  failed: { icon: <CrossIcon className="size-6" />, className: critical },
  declined: { icon: <CrossIcon className="size-6" />, className: critical },
};

type StatusPanelProps = {
  status: MessageStatus;
  merchantName: string;
  link: string;
  /** Whether the status changed while the page was open. The heading then takes the focus. */
  hasChanged: boolean;
  /** Replaces the status's own text. */
  text?: string | null;
  children: ReactNode;
};

/** The status of a payment that needs nothing more from the buyer. */
export function StatusPanel({ status, merchantName, link, hasChanged, text = null, children }: StatusPanelProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { icon, className } = badges[status];
  useEffect(() => {
    if (hasChanged) heading.current?.focus();
  }, [hasChanged]);
  return (
    <div className="flex flex-col gap-6">
      <span className={`grid size-12 place-items-center rounded-full print:hidden ${className}`}>{icon}</span>
      <div className="space-y-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-xl leading-tight font-semibold tracking-tight text-balance outline-none"
        >
          {t(statusMessages[status].title)}
        </h2>
        <p className="text-pretty text-ink-muted">{text ?? statusText(t, status, merchantName)}</p>
      </div>
      {children}
      {status === "processing" && (
        <noscript>
          <p className="text-sm">
            <a href={link} className="font-medium text-accent underline underline-offset-4">
              {t("status.reload")}
            </a>
          </p>
        </noscript>
      )}
    </div>
  );
}
