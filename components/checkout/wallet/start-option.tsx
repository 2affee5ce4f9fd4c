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

/** The button that starts an option. An explanation is above it, because a tap on the button may open the wallet at once. */
export function StartOption({ option, merchantName, chainId, onStart }: StartOptionProps) {
  const { t, locale } = useTranslation();
  const amount = amountLine(option.amount, locale);
  const { networkName = "" } = option.amount.display;
  const needsSwitch = chainIdOf(option.account) !== chainId;
  const [action, ...others] = option.actions;
  const isSingleAction = action !== undefined && others.length === 0;
  return (
    <div className="space-y-4">
      {option.collectData === null && isSingleAction && (
        <>
          <p className="text-sm text-pretty text-ink-muted">
            {t("sign.pay.text", { amount, merchant: merchantName })}{" "}
            {needsSwitch && t("sign.network", { network: networkName })}
          </p>
          <RouterNote action={action} merchant={merchantName} />
        </>
      )}
      <Button isPrimary onClick={onStart}>
        {option.collectData === null ? t("options.pay", { amount }) : t("options.enterDetails")}
      </Button>
    </div>
  );
}
