"use client";

import { amountLine, formatAmount } from "#components/checkout/format-amount.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { arrivedAtomic, type Deposit, type DepositStage } from "#components/checkout/transfer/deposit.ts";
import type { TranslateTransfer } from "#components/checkout/transfer/messages/transfer-messages.ts";
import { useTransferTranslation } from "#components/checkout/transfer/transfer-translation.tsx";

const steps = ["step.waiting", "step.seen", "step.confirming", "step.paid"] as const;

/** Says what a stage means and what to do, except for those with amounts. */
const sentences = {
  waiting: "progress.waiting",
  priceExpired: "progress.priceExpired",
  over: "progress.over",
} as const;

/** The step that a transfer is at. One that is seen is being confirmed at once. */
const stepOf: Record<DepositStage, (typeof steps)[number]> = {
  waiting: "step.waiting",
  partly: "step.seen",
  confirming: "step.confirming",
  priceExpired: "step.waiting",
  over: "step.confirming",
};

/** The progress of a transfer as steps and as a sentence, which screen readers announce when it changes. */
export function DepositProgress({ stage, deposit }: { stage: DepositStage; deposit: Deposit }) {
  const { locale } = useTranslation();
  const transferT = useTransferTranslation();
  const current = steps.indexOf(stepOf[stage]);
  return (
    <div className="space-y-3">
      <ol aria-label={transferT("progress.label")} className="flex gap-1 text-xs">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? "step" : undefined}
            className={`min-w-0 grow basis-0 space-y-1 ${index === current ? "font-medium" : "text-ink-muted"}`}
          >
            <span className={`block h-1.5 rounded-full ${index <= current ? "bg-accent" : "bg-line"}`} />
            <span className="block">{transferT(step)}</span>
          </li>
        ))}
      </ol>
      <p role="status" className="text-sm text-pretty tabular-nums">
        {sentence(transferT, locale, stage, deposit)}
      </p>
    </div>
  );
}

function sentence(t: TranslateTransfer, locale: string, stage: DepositStage, deposit: Deposit): string {
  const { amount, missing } = deposit;
  const arrived = { ...amount, value: String(arrivedAtomic(deposit)) };
  if (stage === "confirming") return t("progress.confirming", { amount: amountLine(arrived, locale) });
  if (stage !== "partly") return t(sentences[stage]);
  return t("progress.partly", {
    arrived: formatAmount(arrived, locale).figure,
    amount: amountLine(amount, locale),
    missing: formatAmount(missing, locale).figure,
  });
}
