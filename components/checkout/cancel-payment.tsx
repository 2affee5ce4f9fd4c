"use client";

import { useEffect, useRef, useState } from "react";
import { cancel, paymentTarget } from "#components/checkout/gateway.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";

/** Cancels the payment after one confirmation. The page shows the result when its status poll reports it. */
export function CancelPayment({ paymentId, appId }: { paymentId: string; appId: string }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<"idle" | "asked" | "sending" | "failed">("idle");
  const ask = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const isOpen = step !== "idle";
  const wasOpen = useRef(false);
  useEffect(() => {
    // The pressed button is gone, and its focus with it.
    if (isOpen) keep.current?.focus();
    else if (wasOpen.current) ask.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const send = async () => {
    setStep("sending");
    await cancel(paymentTarget({ paymentId, appId }), new AbortController().signal).catch(() => setStep("failed"));
  };
  if (!isOpen) {
    return (
      <button
        ref={ask}
        type="button"
        onClick={() => setStep("asked")}
        className="-mx-3 min-h-11 self-center rounded-lg px-3 text-sm text-ink-muted underline-offset-4 hover:text-ink hover:underline noscript:hidden"
      >
        {t("methods.cancel")}
      </button>
    );
  }
  return (
    <section aria-label={t("cancel.title")} className="w-full space-y-3 rounded-lg border border-line p-4">
      <p className="font-medium">{t("cancel.title")}</p>
      <p className="text-sm text-pretty text-ink-muted" role={step === "failed" ? "alert" : undefined}>
        {step === "failed" ? t("cancel.failed") : t("cancel.text")}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <button
          ref={keep}
          type="button"
          onClick={() => setStep("idle")}
          className="min-h-11 rounded-lg border border-line-strong px-2 text-sm font-medium hover:bg-sunken"
        >
          {t("cancel.no")}
        </button>
        <button
          type="button"
          aria-disabled={step === "sending"}
          onClick={() => step !== "sending" && void send()}
          className="min-h-11 rounded-lg border border-critical px-2 text-sm font-medium text-critical hover:bg-critical-wash"
        >
          {t("cancel.yes")}
        </button>
      </div>
    </section>
  );
}
