import { useEffect, useRef } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { amountLine } from "#components/checkout/format-amount.ts";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import type { Say } from "#components/checkout/messages/translate.ts";
import { forgetProgress, type Progress } from "#components/checkout/progress.ts";
import { addressOf, shortAddress } from "#components/checkout/wallet/accounts.ts";
import { FormFrame } from "#components/checkout/wallet/form-frame.tsx";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { type Phase, type Trouble, usePayOption } from "#components/checkout/wallet/use-pay-option.ts";
import type { Wallet } from "#components/checkout/wallet/wallet.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckIcon } from "#components/ui/icons.tsx";
import type { WireAction, WireOption } from "#lib/api/schemas/gateway.ts";

type PayOptionProps = {
  data: CheckoutData;
  /** Null where everything is signed and has only to be handed in. */
  wallet: Wallet | null;
  begun: Progress;
  /** Whether the page was left in the middle. */
  isResumed: boolean;
  onBack: () => void;
};

/** The way through an option: the form, each action with what it means, handing in. */
export function PayOption({ data, wallet, begun, isResumed, onBack }: PayOptionProps) {
  const { say, locale } = useLanguage();
  const { progress, phase, trouble, goOn, formDone } = usePayOption(data, wallet, begun);
  const { option, results } = progress;
  const isWhole = results.length === option.actions.length;
  const isOneTap = begun.option.actions.length === 1 && begun.option.collectData === null && !isResumed;
  const begins = useRef(isOneTap || isWhole);
  useEffect(() => {
    // The tap that led here was on a button that said so.
    if (begins.current) void goOn();
    begins.current = false;
  }, [goOn]);
  const back = () => {
    forgetProgress(data.paymentId);
    onBack();
  };

  if (option.collectData !== null) {
    return <FormFrame form={option.collectData} merchantName={data.merchantName} onDone={formDone} onBack={back} />;
  }
  const isBusy = phase !== "explaining";
  return (
    <>
      {isResumed && trouble === null && !isBusy && <p className="text-sm text-ink-muted">{say("sign.resumed")}</p>}
      {option.actions.length > 1 && <Steps option={option} done={results.length} />}
      <Explanation data={data} option={option} index={Math.min(results.length, option.actions.length - 1)} />
      {trouble !== null && (
        <p
          role="alert"
          className={`rounded-lg px-4 py-3 text-pretty ${isMild(trouble) ? "bg-sunken" : "bg-critical-wash text-critical"}`}
        >
          {troubleWords(say, trouble, option, amountLine(option.amount, locale))}
        </p>
      )}
      <div className="space-y-3">
        <p role="status" className={isBusy ? "sr-only" : "hidden"}>
          {isBusy && phaseWords(say, phase, option)}
        </p>
        {trouble?.kind !== "gone" && (
          <Button isPrimary isBusy={isBusy} onClick={() => void goOn()}>
            {isBusy ? phaseWords(say, phase, option) : say(trouble === null ? "sign.open" : "sign.again")}
          </Button>
        )}
        {phase === "signing" && <p className="text-sm text-pretty text-ink-muted">{say("sign.waitingHint")}</p>}
        {phase !== "sending" && phase !== "sent" && (
          <button
            type="button"
            onClick={back}
            className="min-h-11 w-full rounded-lg text-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            {say("sign.back")}
          </button>
        )}
      </div>
    </>
  );
}

/** Where in the steps the buyer is, for those who see and those who hear. */
function Steps({ option, done }: { option: WireOption; done: number }) {
  return (
    <ol className="flex gap-2">
      {option.actions.map((action, index) => (
        <li
          key={action.walletRpc.params}
          aria-current={index === done ? "step" : undefined}
          className={`h-1.5 grow rounded-full ${index <= done ? "bg-accent" : "bg-line"}`}
        />
      ))}
    </ol>
  );
}

type ExplanationProps = { data: CheckoutData; option: WireOption; index: number };

/** What the wallet is about to ask, before it does. */
function Explanation({ data, option, index }: ExplanationProps) {
  const { say, locale } = useLanguage();
  const amount = amountLine(option.amount, locale);
  const token = option.amount.display.assetSymbol;
  const steps = option.actions.length;
  const action = option.actions[index];
  const kind = action === undefined ? "pay" : kindOf(action);
  const words = {
    pay: [say("sign.pay.title", { amount }), say("sign.pay.text", { amount, merchant: data.merchantName })],
    allow: [say("sign.allow.title", { token }), say("sign.allow.text", { token })],
    reset: [say("sign.reset.title"), say("sign.reset.text", { token })],
  }[kind];
  return (
    <div className="space-y-2" key={index}>
      {steps > 1 && <p className="text-sm font-medium text-accent">{say("sign.step", { step: index + 1, steps })}</p>}
      <PanelHeading>{words[0]}</PanelHeading>
      <p className="text-pretty text-ink-muted">{words[1]}</p>
      {index > 0 && kind === "pay" && (
        <p className="flex items-center gap-1.5 text-sm font-medium text-accent">
          <CheckIcon className="size-4" />
          {say("sign.allowed")}
        </p>
      )}
    </div>
  );
}

/** An approve of zero takes an allowance back, which some tokens want before they give a new one. */
function kindOf({ data: { method, params } }: WireAction): "pay" | "allow" | "reset" {
  if (method !== "eth_sendTransaction") return "pay";
  const [transaction] = params as [{ data?: string }?];
  return /0{64}$/.test(transaction?.data ?? "") ? "reset" : "allow";
}

/** What the buyer did or may simply do again is told without alarm. */
function isMild({ kind }: Trouble): boolean {
  return kind === "rejected" || kind === "pending" || kind === "priceChanged" || kind === "ranOut";
}

function phaseWords(say: Say, phase: Phase, { amount }: WireOption): string {
  if (phase === "switching") return say("sign.switching", { network: amount.display.networkName ?? "" });
  return say(phase === "sending" || phase === "sent" ? "sign.sending" : "sign.waiting");
}

function troubleWords(say: Say, trouble: Trouble, option: WireOption, amount: string): string {
  switch (trouble.kind) {
    case "rejected":
      return say("sign.rejected");
    case "pending":
      return say("sign.pending");
    case "failed":
      return say("sign.walletFailed", { error: trouble.sentence });
    case "network":
      return say("sign.networkRefused", { network: option.amount.display.networkName ?? "" });
    case "account":
      return say("sign.wrongAccount", { account: shortAddress(addressOf(option)) });
    case "priceChanged":
      return say("options.changed", { amount });
    case "gone":
      return say("options.gone");
    case "ranOut":
      return say("confirm.quote");
    case "offline":
      return say("confirm.offline");
    case "refused":
      return say("confirm.refused", { error: trouble.sentence });
  }
}
