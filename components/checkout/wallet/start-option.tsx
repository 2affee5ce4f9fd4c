import { useId } from "react";
import { amountLine } from "#components/checkout/format-amount.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { chainIdOf } from "#components/checkout/wallet/accounts.ts";
import { RouterNote } from "#components/checkout/wallet/router-note.tsx";
import { Button } from "#components/ui/button.tsx";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

type StartOptionProps = {
  option: WireOption;
  merchantName: string;
  /** The wallet's current network. */
  chainId: number | undefined;
  onStart: () => void;
};

/**
 * The button that starts an option, and below it an explanation of the wallet's request, which a tap may open at
 * once. The button comes first to be in reach; screen readers read the explanation with it.
 */
export function StartOption({ option, merchantName, chainId, onStart }: StartOptionProps) {
  const { t, locale } = useTranslation();
  const id = useId();
  const amount = amountLine(option.amount, locale);
  const { networkName = "" } = option.amount.display;
  const needsSwitch = chainIdOf(option.account) !== chainId;
  const [action, ...others] = option.actions;
  const isSingleAction = action !== undefined && others.length === 0;
  const isExplained = option.collectData === null && isSingleAction;
  return (
    <div className="space-y-4">
      <Button isPrimary onClick={onStart} describedBy={isExplained ? id : undefined}>
        {option.collectData === null ? t("options.pay", { amount }) : t("options.enterDetails")}
      </Button>
      {isExplained && (
        <div id={id} className="space-y-3">
          <p className="text-sm text-pretty text-ink-muted">
            {t("sign.pay.text", { amount, merchant: merchantName })}{" "}
            {needsSwitch && t("sign.network", { network: networkName })}
          </p>
          <RouterNote action={action} merchant={merchantName} />
        </div>
      )}
    </div>
  );
}
