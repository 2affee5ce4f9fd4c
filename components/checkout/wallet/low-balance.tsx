import { amountLine } from "#components/checkout/format-amount.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { shortAddress } from "#components/checkout/wallet/accounts.ts";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import type { GatewayOptions } from "#lib/api/schemas/gateway.ts";

type Shortfalls = GatewayOptions["shortfalls"];

type LowBalanceProps = {
  merchantName: string;
  shortfalls: Shortfalls;
  address: string;
  isChecking: boolean;
  onCheckAgain: () => void;
};

/** Explains that the wallet's balance is too low, and which tokens to add. */
export function LowBalance({ merchantName, shortfalls, address, isChecking, onCheckAgain }: LowBalanceProps) {
  const { t } = useTranslation();
  const [only, ...others] = shortfalls;
  return (
    <>
      <PanelHeading>{t("lowBalance.title")}</PanelHeading>
      <p className="-mt-3 text-pretty text-ink-muted">
        {only !== undefined && others.length === 0
          ? t("lowBalance.oneToken", { merchant: merchantName, token: only.amount.display.assetSymbol })
          : t("lowBalance.text")}
      </p>
      {shortfalls.length > 0 && <Accepted shortfalls={shortfalls} />}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-40">
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
        <QrCode text={address} label={t("lowBalance.qr")} className="size-28 shrink-0 rounded-lg" />
      </div>
      <Button isPrimary isBusy={isChecking} onClick={onCheckAgain}>
        {t("lowBalance.again")}
      </Button>
    </>
  );
}

/** The tokens that the payment can be made with, each with the amount that the account lacks. */
function Accepted({ shortfalls }: { shortfalls: Shortfalls }) {
  const { t, locale } = useTranslation();
  return (
    <div className="rounded-lg border border-line bg-sunken px-4 py-3">
      <h3 className="text-sm text-ink-muted">{t("lowBalance.accepted")}</h3>
      <ul className="divide-y divide-line">
        {shortfalls.map(({ account, amount, missing }) => (
          <li
            key={`${account} ${amount.unit}`}
            className="flex flex-wrap items-baseline justify-between gap-x-3 py-2 last:pb-0"
          >
            <span className="font-medium">
              {t("options.onNetwork", {
                asset: amount.display.assetSymbol,
                network: amount.display.networkName ?? "",
              })}
            </span>
            <span className="text-sm text-ink-muted tabular-nums">
              {t("lowBalance.missing", { amount: amountLine(missing, locale) })}
            </span>
          </li>
        ))}
      </ul>
      <Contracts shortfalls={shortfalls} />
    </div>
  );
}

/** The addresses of the tokens' contracts, with which wallets and exchanges find the right token. */
function Contracts({ shortfalls }: { shortfalls: Shortfalls }) {
  const { t } = useTranslation();
  return (
    <details className="mt-3 border-t border-line text-sm">
      <summary className="cursor-pointer py-3 font-medium text-accent">{t("lowBalance.contracts")}</summary>
      <ul>
        {shortfalls.map(({ account, amount: { unit, display } }) => {
          const token = t("options.onNetwork", { asset: display.assetSymbol, network: display.networkName ?? "" });
          const address = contractOf(unit);
          return (
            address !== null && (
              <li key={`${account} ${unit}`} className="flex flex-wrap items-center justify-between gap-x-3">
                <span>{token}</span>
                <span className="flex items-center text-ink-muted">
                  <bdi>{shortAddress(address)}</bdi>
                  <CopyButton
                    text={address}
                    label={t("lowBalance.copyContract", { token })}
                    words={{ copied: t("copy.done"), failed: t("copy.failed") }}
                    look="compact"
                  />
                </span>
              </li>
            )
          );
        })}
      </ul>
    </details>
  );
}

/** Returns the contract's address of a unit such as `caip19/eip155:8453/erc20:0x…`; null for another unit. */
function contractOf(unit: string): string | null {
  return /\/erc20:(0x[0-9a-fA-F]{40})$/.exec(unit)?.[1] ?? null;
}
