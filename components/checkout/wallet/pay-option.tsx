import { type ReactNode, useEffect, useRef } from "react";
import { amountLine } from "#components/checkout/format-amount.ts";
import type { Translate } from "#components/checkout/messages/messages.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import type { Progress } from "#components/checkout/progress.ts";
import { addressOf, shortAddress, type Wallet } from "#components/checkout/wallet/accounts.ts";
import { BuyerDataFrame } from "#components/checkout/wallet/buyer-data-frame.tsx";
import { ErrorDetail } from "#components/checkout/wallet/error-detail.tsx";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { refusalMessages } from "#components/checkout/wallet/refusal-messages.ts";
import { appLink, isPhone, isRelayed, useSession, useSilence } from "#components/checkout/wallet/remote-session.ts";
import { RouterNote } from "#components/checkout/wallet/router-note.tsx";
import { type PayProblem, type Phase, usePayOption } from "#components/checkout/wallet/use-pay-option.ts";
import { ownLinkOf } from "#components/checkout/wallet/wallet-groups.ts";
import { OpenApp } from "#components/checkout/wallet/wallet-list.tsx";
import type { WalletTask } from "#components/checkout/wallet/wallet-task.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckIcon } from "#components/ui/icons.tsx";
import type { WireAction, WireOption } from "#lib/api/schemas/gateway.ts";

type PayOptionProps = {
  task: WalletTask;
  /** Null if everything is signed and only needs to be submitted. */
  wallet: Wallet | null;
  /** Names the wallet below each step that it signs. The form for the buyer's details fills the card without it. */
  walletLine?: ReactNode;
  /** Connects the wallet, if the submitted quote had expired and the next one needs a signature. */
  onWalletNeeded: () => void;
  initial: Progress;
  /** Whether the buyer left the page in the middle of the payment. */
  isResumed: boolean;
  onBack: () => void;
};

/** Guides the buyer through an option: their details, each wallet action with an explanation, then submitting. */
export function PayOption(props: PayOptionProps) {
  const { task, wallet, walletLine, onWalletNeeded, initial, isResumed, onBack } = props;
  const { t, locale } = useTranslation();
  const { progress, phase, problem, proceed, completeDetails, leave } = usePayOption(
    task,
    wallet,
    initial,
    onWalletNeeded,
  );
  const { option, results } = progress;
  const isSigned = results.length === option.actions.length;
  const isSingleAction = initial.option.actions.length === 1 && initial.option.collectData === null && !isResumed;
  const startsAtOnce = useRef(isSingleAction || isSigned);
  useEffect(() => {
    // The button that led here already named the payment, so a single action needs no second tap.
    if (startsAtOnce.current) void proceed();
    startsAtOnce.current = false;
  }, [proceed]);
  const goBack = () => {
    leave();
    onBack();
  };

  if (option.collectData !== null) {
    return (
      <BuyerDataFrame
        form={option.collectData}
        merchantName={task.merchantName}
        onDone={completeDetails}
        onBack={goBack}
      />
    );
  }
  const isBusy = phase !== "explaining";
  return (
    <>
      {isResumed && problem === null && !isBusy && <p className="text-sm text-ink-muted">{t("sign.resumed")}</p>}
      {option.actions.length > 1 && <Steps option={option} done={results.length} />}
      <Explanation task={task} option={option} index={Math.min(results.length, option.actions.length - 1)} />
      {problem !== null && (
        <div
          role="alert"
          className={`rounded-lg px-4 py-3 text-pretty ${isExpected(problem) ? "bg-sunken" : "bg-critical-wash text-critical"}`}
        >
          {problemText(t, problem, { option, amount: amountLine(option.amount, locale), merchant: task.merchantName })}
          {"message" in problem && <ErrorDetail text={problem.message} />}
        </div>
      )}
      <div className="space-y-3">
        <p role="status" className={isBusy ? "sr-only" : "hidden"}>
          {isBusy && phaseText(t, phase, option)}
        </p>
        {problem?.kind !== "optionGone" && (
          <Button isPrimary isBusy={isBusy} onClick={() => void proceed()}>
            {isBusy ? phaseText(t, phase, option) : t(needsNewApproval(problem) ? "sign.open" : "sign.again")}
          </Button>
        )}
        {(phase === "signing" || phase === "switching") && wallet !== null && <WaitingHint wallet={wallet} />}
        {phase !== "sending" && phase !== "sent" && (
          <button
            type="button"
            onClick={goBack}
            className="min-h-11 w-full rounded-lg text-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            {t("sign.back")}
          </button>
        )}
      </div>
      {walletLine}
    </>
  );
}

/** The way to a wallet that was asked. A remote one that doesn't answer may be closed, or WalletConnect may be unreachable. */
function WaitingHint({ wallet: { connector } }: { wallet: Wallet }) {
  const { t } = useTranslation();
  const session = useSession(connector);
  const isSilent = useSilence(isRelayed(connector));
  const link = session === null || !isPhone() ? null : appLink(session, ownLinkOf(connector));
  return (
    <>
      {link !== null && <OpenApp link={link} />}
      {isSilent ? (
        <p key="silent" role="alert" className="rounded-lg bg-sunken px-4 py-3 text-pretty">
          {t("sign.silent")}
        </p>
      ) : (
        <p key="hint" className="text-sm text-pretty text-ink-muted">
          {t("sign.waitingHint")}
        </p>
      )}
    </>
  );
}

/** A progress bar with one segment per action. The heading below says the step, also to screen readers. */
function Steps({ option, done }: { option: WireOption; done: number }) {
  return (
    <div aria-hidden="true" className="flex gap-2">
      {option.actions.map((action, index) => (
        <span
          key={action.walletRpc.params}
          className={`h-1.5 grow rounded-full ${index <= done ? "bg-accent" : "bg-line"}`}
        />
      ))}
    </div>
  );
}

type ExplanationProps = { task: WalletTask; option: WireOption; index: number };

/** Explains the request that the wallet is about to show. */
function Explanation({ task, option, index }: ExplanationProps) {
  const { t, locale } = useTranslation();
  const amount = amountLine(option.amount, locale);
  const token = option.amount.display.assetSymbol;
  const steps = option.actions.length;
  const action = option.actions[index];
  const kind = action === undefined ? "pay" : kindOf(action);
  const { title, text } = {
    pay: { title: t("sign.pay.title", { amount }), text: t("sign.pay.text", { amount, merchant: task.merchantName }) },
    approve: { title: t("sign.approve.title", { token }), text: t("sign.approve.text", { token }) },
    reset: { title: t("sign.reset.title", { token }), text: t("sign.reset.text", { token }) },
  }[kind];
  return (
    <div className="space-y-2" key={index}>
      <PanelHeading>{steps > 1 ? t("sign.step", { step: index + 1, steps, title }) : title}</PanelHeading>
      <p className="text-pretty text-ink-muted">{text}</p>
      {kind === "pay" && action !== undefined && <RouterNote action={action} merchant={task.merchantName} />}
      {index > 0 && kind === "pay" && (
        <p className="flex items-center gap-1.5 text-sm font-medium text-accent">
          <CheckIcon className="size-4" />
          {t("sign.approved", { token })}
        </p>
      )}
    </div>
  );
}

/** An approval of zero resets an allowance, which some tokens require before a new one. */
function kindOf({ data: { method, params } }: WireAction): "pay" | "approve" | "reset" {
  if (method !== "eth_sendTransaction") return "pay";
  const [transaction] = params as [{ data?: string }?];
  return /0{64}$/.test(transaction?.data ?? "") ? "reset" : "approve";
}

/** Returns true for problems that the buyer caused or can solve by continuing. They look neutral, not like errors. */
function isExpected({ kind }: PayProblem): boolean {
  if (kind === "requestExpired" || kind === "priceChanged" || kind === "quoteExpired" || kind === "busy") return true;
  return kind !== "failed" && kind in refusalMessages;
}

/** Returns true if the next tap approves something new, instead of retrying what failed. */
function needsNewApproval(problem: PayProblem | null): boolean {
  return problem === null || problem.kind === "priceChanged" || problem.kind === "quoteExpired";
}

function phaseText(t: Translate, phase: Phase, { amount }: WireOption): string {
  if (phase === "switching") return t("sign.switching", { network: amount.display.networkName ?? "" });
  return t(phase === "sending" || phase === "sent" ? "sign.sending" : "sign.waiting");
}

type Circumstances = { option: WireOption; amount: string; merchant: string };

function problemText(t: Translate, problem: PayProblem, { option, amount, merchant }: Circumstances): string {
  switch (problem.kind) {
    case "rejected":
    case "pending":
    case "locked":
    case "blindSigning":
    case "noAccount":
    case "unsupported":
    case "failed":
      return t(refusalMessages[problem.kind]);
    case "requestExpired":
      return t("sign.requestExpired");
    case "wrongNetwork":
      return t("sign.networkRefused", { network: option.amount.display.networkName ?? "" });
    case "wrongAccount":
      return t("sign.wrongAccount", { account: shortAddress(addressOf(option)) });
    case "priceChanged":
      return t("options.changed", { amount });
    case "optionGone":
      return t("options.gone");
    case "quoteExpired":
      return t("confirm.quoteExpired");
    case "networkUnavailable":
      return t("confirm.unavailable", { network: option.amount.display.networkName ?? "" });
    case "offline":
      return t("confirm.offline");
    case "budgetUsedUp":
      return t("confirm.budgetUsedUp", { merchant });
    case "busy":
      return t("confirm.busy");
    case "refused":
      return t("confirm.refused");
  }
}
