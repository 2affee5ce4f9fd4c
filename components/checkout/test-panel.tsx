"use client";

import { type ReactNode, useState } from "react";
import { CancelPayment } from "#components/checkout/cancel-payment.tsx";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import type { MessageKey } from "#components/checkout/messages/messages.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";

type Label = Extract<MessageKey, `test.${"pay" | "decline" | "fail" | "expire"}`>;
type Outcome = { label: Label; move: { to: string; failureCode?: string } };

const pay: Outcome = { label: "test.pay", move: { to: "succeeded" } };
const others: readonly Outcome[] = [
  { label: "test.decline", move: { to: "failed", failureCode: "declined_user" } },
  { label: "test.fail", move: { to: "failed" } },
  { label: "test.expire", move: { to: "expired" } },
];

/** The outcomes of a test payment, in place of wallets. The page shows the result when its status poll reports it. */
export function TestPanel({ data, payOnPhone }: { data: CheckoutData; payOnPhone: ReactNode }) {
  const { t } = useTranslation();
  const [state, setState] = useState<"idle" | "sending" | "failed">("idle");
  const choose = async ({ move }: Outcome) => {
    if (state === "sending") return;
    setState("sending");
    const isMoved = await send(data.paymentId, move);
    if (!isMoved) setState("failed");
  };
  return (
    <div className="flex grow flex-col gap-5">
      <div className="space-y-2">
        <h2 className="text-xl leading-tight font-semibold tracking-tight text-balance">{t("test.title")}</h2>
        <p className="text-pretty text-ink-muted">{t("test.choose")}</p>
      </div>
      <div className="grid gap-2">
        <ActionButton look="primary" className="min-h-11" isBusy={state === "sending"} onClick={() => void choose(pay)}>
          {t(pay.label)}
        </ActionButton>
        {others.map((outcome) => (
          <button
            key={outcome.label}
            type="button"
            aria-disabled={state === "sending"}
            onClick={() => void choose(outcome)}
            className="min-h-11 rounded-lg border border-line-strong px-4 text-sm font-medium hover:bg-sunken"
          >
            {t(outcome.label)}
          </button>
        ))}
      </div>
      {state === "failed" && (
        <p role="alert" className="text-sm text-critical">
          {t("test.failed")}
        </p>
      )}
      {payOnPhone}
      <div className="mt-auto flex justify-end">
        <CancelPayment paymentId={data.paymentId} appId={data.appId} />
      </div>
    </div>
  );
}

async function send(paymentId: string, move: Outcome["move"]): Promise<boolean> {
  try {
    const response = await fetch(`/pay/${paymentId}/advance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(move),
    });
    return response.ok;
  } catch {
    return false;
  }
}
