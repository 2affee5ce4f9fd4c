import { useState } from "react";
import { useAccount } from "wagmi";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { GatewayRefusal, isNetworkUnavailable } from "#components/checkout/gateway.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import type { Wallet } from "#components/checkout/wallet/accounts.ts";
import { ErrorDetail } from "#components/checkout/wallet/error-detail.tsx";
import { foldOptions } from "#components/checkout/wallet/fold-options.ts";
import { LowBalance } from "#components/checkout/wallet/low-balance.tsx";
import { NetworkUnavailable } from "#components/checkout/wallet/network-unavailable.tsx";
import { OptionChoice } from "#components/checkout/wallet/option-choice.tsx";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { StartOption } from "#components/checkout/wallet/start-option.tsx";
import { useOptions } from "#components/checkout/wallet/use-options.ts";
import { Button } from "#components/ui/button.tsx";
import { ChevronIcon, SpinnerIcon } from "#components/ui/icons.tsx";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

type OptionsPanelProps = { data: CheckoutData; wallet: Wallet; onChoose: (option: WireOption) => void };

const initiallyShown = 4;

/** The account's options, best first. The best one is preselected, so that one tap pays. */
export function OptionsPanel({ data, wallet, onChoose }: OptionsPanelProps) {
  const { t, locale } = useTranslation();
  const { chainId } = useAccount();
  const { data: found, error, isFetching, refetch } = useOptions(data, wallet, chainId);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);

  if (isNetworkUnavailable(error) && (found === undefined || found.options.length === 0)) {
    return <NetworkUnavailable isChecking={isFetching} onTryAgain={() => void refetch()} />;
  }
  const hasNone = found === undefined || found.hasEnded || (error !== null && found.options.length === 0);
  if (hasNone) {
    // The status of a payment that has ended is about to replace this panel.
    return error !== null ? (
      <div className="space-y-4">
        <div role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
          <OptionsProblem error={error} merchantName={data.merchantName} />
        </div>
        <Button onClick={() => void refetch()}>{t("sign.again")}</Button>
      </div>
    ) : (
      <p role="status" className="flex min-h-13 items-center justify-center gap-2 font-medium text-ink-muted">
        <SpinnerIcon />
        {t("options.loading")}
      </p>
    );
  }
  const { options, missing, shortfalls, isCovered } = found;
  const { first, folded } = foldOptions(options);
  const chosen = options.find((option) => keyOf(option) === chosenKey) ?? first[0];
  if (chosen === undefined && (!isCovered || shortfalls.length === 0)) {
    return (
      <NoUsableToken
        reason={isCovered ? t("options.none.text", { merchant: data.merchantName }) : t("options.uncovered")}
        isChecking={isFetching}
        onCheckAgain={() => void refetch()}
      />
    );
  }
  if (chosen === undefined) {
    return (
      <LowBalance
        merchantName={data.merchantName}
        shortfalls={shortfalls}
        address={wallet.address}
        isChecking={isFetching}
        onCheckAgain={() => void refetch()}
      />
    );
  }
  const shown = showsAll ? first : first.slice(0, initiallyShown);
  const choiceOf = (option: WireOption) => (
    <OptionChoice
      key={keyOf(option)}
      option={option}
      isChosen={option === chosen}
      onChoose={() => setChosenKey(keyOf(option))}
    />
  );
  return (
    <>
      <PanelHeading>{t("options.title")}</PanelHeading>
      <fieldset className="space-y-2">
        <legend className="sr-only">{t("options.title")}</legend>
        {shown.map(choiceOf)}
        {shown.length < first.length && (
          <button
            type="button"
            onClick={() => setShowsAll(true)}
            className="min-h-11 w-full rounded-lg text-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            {t("options.more", { count: first.length - shown.length })}
          </button>
        )}
        {folded.length > 0 && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => {
              // A folded option can't stay chosen, because the buyer wouldn't see what the button pays.
              if (isUnfolded && folded.includes(chosen)) setChosenKey(null);
              setUnfolded(!isUnfolded);
            }}
            className="flex min-h-11 w-full items-center justify-between gap-2 rounded-lg text-start text-sm font-medium text-ink-muted hover:text-ink"
          >
            {t("options.withFee", { count: folded.length })}
            <ChevronIcon className={`size-4 shrink-0 transition-transform ${isUnfolded ? "rotate-180" : ""}`} />
          </button>
        )}
        {isUnfolded && folded.map(choiceOf)}
      </fieldset>
      {missing.length > 0 && (
        <p role="status" className="rounded-lg bg-sunken px-4 py-3 text-sm text-pretty text-ink-muted">
          {t("options.missing", { networks: new Intl.ListFormat(locale).format(missing) })}
        </p>
      )}
      <StartOption
        option={chosen}
        merchantName={data.merchantName}
        chainId={chainId}
        onStart={() => onChoose(chosen)}
      />
    </>
  );
}

type NoUsableTokenProps = { reason: string; isChecking: boolean; onCheckAgain: () => void };

/** Explains that the wallet can't pay for another reason than its balance, so that the buyer doesn't add funds in vain. */
function NoUsableToken({ reason, isChecking, onCheckAgain }: NoUsableTokenProps) {
  const { t } = useTranslation();
  return (
    <>
      <PanelHeading>{t("options.none.title")}</PanelHeading>
      <p className="-mt-3 text-pretty wrap-anywhere text-ink-muted">{reason}</p>
      <Button isPrimary isBusy={isChecking} onClick={onCheckAgain}>
        {t("lowBalance.again")}
      </Button>
    </>
  );
}

/** Identifies an option across quotes, because every new quote has a new id. */
function keyOf({ account, amount }: WireOption): string {
  return `${account} ${amount.unit}`;
}

function OptionsProblem({ error, merchantName }: { error: Error; merchantName: string }) {
  const { t } = useTranslation();
  if (!(error instanceof GatewayRefusal) || error.status >= 500) return <>{t("options.failed")}</>;
  if (error.status === 429)
    return <>{error.isBudgetUsedUp ? t("confirm.budgetUsedUp", { merchant: merchantName }) : t("confirm.busy")}</>;
  return (
    <>
      {t("confirm.refused")}
      <ErrorDetail text={error.message} />
    </>
  );
}
