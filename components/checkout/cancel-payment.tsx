"use client";

import { useEffect, useRef, useState } from "react";
import { cancel, type GatewayTarget } from "#components/checkout/gateway.ts";
import { useLanguage } from "#components/checkout/messages/language.tsx";

/** Lets the buyer end the payment, after asking once. The page learns of it as of any other change. */
export function CancelPayment({ paymentId, appId }: GatewayTarget) {
  const { say } = useLanguage();
  const [step, setStep] = useState<"idle" | "asked" | "sending" | "failed">("idle");
  const keep = useRef<HTMLButtonElement>(null);
  const isOpen = step !== "idle";
  useEffect(() => {
    if (isOpen) keep.current?.focus();
  }, [isOpen]);
  const send = async () => {
    setStep("sending");
    await cancel({ paymentId, appId }, new AbortController().signal).catch(() => setStep("failed"));
  };
  if (!isOpen) {
    return (
      <button
        type="button"
        onClick={() => setStep("asked")}
        className="self-center rounded-lg -mx-3 px-3 py-2.5 text-sm text-ink-muted underline-offset-4 hover:text-ink hover:underline noscript:hidden"
      >
        {say("ways.cancel")}
      </button>
    );
  }
  return (
    <section aria-label={say("cancel.title")} className="w-full space-y-3 rounded-lg border border-line p-4">
      <p className="font-medium">{say("cancel.title")}</p>
      <p className="text-sm text-pretty text-ink-muted" role={step === "failed" ? "alert" : undefined}>
        {step === "failed" ? say("cancel.failed") : say("cancel.text")}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <button
          ref={keep}
          type="button"
          onClick={() => setStep("idle")}
          className="min-h-11 rounded-lg border border-line-strong px-2 text-sm font-medium hover:bg-sunken"
        >
          {say("cancel.no")}
        </button>
        <button
          type="button"
          aria-disabled={step === "sending"}
          onClick={() => step !== "sending" && void send()}
          className="min-h-11 rounded-lg border border-critical px-2 text-sm font-medium text-critical hover:bg-critical-wash"
        >
          {say("cancel.yes")}
        </button>
      </div>
    </section>
  );
}
