import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { shortAddress } from "#components/checkout/wallet/accounts.ts";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

type LowBalanceProps = { data: CheckoutData; address: string; isChecking: boolean; onCheckAgain: () => void };

/** Explains that the wallet's balance is too low, and which tokens to add. */
export function LowBalance({ data, address, isChecking, onCheckAgain }: LowBalanceProps) {
  const { t, locale } = useTranslation();
  const { accepted, merchantName } = data;
  const list = new Intl.ListFormat(locale, { type: "disjunction" });
  const [only, ...others] = accepted.symbols;
  const isOneToken = only !== undefined && others.length === 0;
  return (
    <>
      <PanelHeading>{t("lowBalance.title")}</PanelHeading>
      <p className="-mt-3 text-pretty text-ink-muted">
        {isOneToken ? t("lowBalance.oneToken", { merchant: merchantName, token: only }) : t("lowBalance.text")}
      </p>
      <dl className="space-y-3 rounded-lg border border-line bg-sunken px-4 py-3">
        <div>
          <dt className="text-sm text-ink-muted">{t("lowBalance.accepted")}</dt>
          <dd className="font-medium">
            {t("options.onNetwork", {
              asset: list.format(accepted.symbols),
              network: list.format(accepted.networks),
            })}
          </dd>
        </div>
      </dl>
      <div>
        <p className="text-pretty text-ink-muted">
          {t("lowBalance.add", { account: shortAddress(address) })} {t("lowBalance.network")}
        </p>
        <CopyButton
          text={address}
          label={t("lowBalance.copy")}
          words={{ copied: t("copy.done"), failed: t("copy.failed") }}
          look="quiet"
        />
      </div>
      <Button isPrimary isBusy={isChecking} onClick={onCheckAgain}>
        {t("lowBalance.again")}
      </Button>
    </>
  );
}
