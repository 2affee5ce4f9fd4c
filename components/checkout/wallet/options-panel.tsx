import { useState } from "react";
import { useAccount } from "wagmi";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { amountLine } from "#components/checkout/format-amount.ts";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { chainIdOf } from "#components/checkout/wallet/accounts.ts";
import { NothingToPayWith } from "#components/checkout/wallet/nothing-to-pay-with.tsx";
import { OptionChoice } from "#components/checkout/wallet/option-choice.tsx";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { useOptions } from "#components/checkout/wallet/use-options.ts";
import type { Wallet } from "#components/checkout/wallet/wallet.ts";
import { Button } from "#components/ui/button.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

type OptionsPanelProps = { data: CheckoutData; wallet: Wallet; onChoose: (option: WireOption) => void };

const shownAtFirst = 4;

/** What the account can pay with, best first, the best chosen already: one tap is enough. */
export function OptionsPanel({ data, wallet, onChoose }: OptionsPanelProps) {
  const { say, locale } = useLanguage();
  const { chainId } = useAccount();
  const { data: options, isError, isFetching, refetch } = useOptions(data, wallet.address, chainId);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(false);

  if (options === undefined) {
    return isError ? (
      <div className="space-y-4">
        <p role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
          {say("options.failed")}
        </p>
        <Button onClick={() => void refetch()}>{say("sign.again")}</Button>
      </div>
    ) : (
      <p role="status" className="flex min-h-13 items-center justify-center gap-2 font-medium text-ink-muted">
        <SpinnerIcon />
        {say("options.loading")}
      </p>
    );
  }
  const chosen = options.find((option) => keyOf(option) === chosenKey) ?? options[0];
  if (chosen === undefined) {
    return (
      <NothingToPayWith data={data} address={wallet.address} isLooking={isFetching} onAgain={() => void refetch()} />
    );
  }
  const shown = showsAll ? options : options.slice(0, shownAtFirst);
  const amount = amountLine(chosen.amount, locale);
  const { networkName = "" } = chosen.amount.display;
  const takesSwitch = chainIdOf(chosen.account) !== chainId;
  const isOneStep = chosen.actions.length === 1;
  return (
    <>
      <PanelHeading>{say("options.title")}</PanelHeading>
      <fieldset className="space-y-2">
        <legend className="sr-only">{say("options.title")}</legend>
        {shown.map((option) => (
          <OptionChoice
            key={keyOf(option)}
            option={option}
            isChosen={option === chosen}
            onChoose={() => setChosenKey(keyOf(option))}
          />
        ))}
        {shown.length < options.length && (
          <button
            type="button"
            onClick={() => setShowsAll(true)}
            className="min-h-11 w-full rounded-lg text-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            {say("options.more", { count: options.length - shown.length })}
          </button>
        )}
      </fieldset>
      <div className="space-y-3">
        {/* Before the button: a tap on it opens the wallet at once. */}
        {chosen.collectData === null && isOneStep && (
          <p className="text-sm text-pretty text-ink-muted">
            {say("sign.pay.text", { amount, merchant: data.merchantName })}{" "}
            {takesSwitch && say("sign.network", { network: networkName })}
          </p>
        )}
        <Button isPrimary onClick={() => onChoose(chosen)}>
          {chosen.collectData === null ? say("options.pay", { amount }) : say("options.continue")}
        </Button>
      </div>
    </>
  );
}

/** The same way to pay keeps its place through new quotes, which have new ids. */
function keyOf({ account, amount }: WireOption): string {
  return `${account} ${amount.unit}`;
}
