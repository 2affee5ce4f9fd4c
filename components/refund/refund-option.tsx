import { useQuery } from "@tanstack/react-query";
import { useAccount } from "wagmi";
import { amountLine } from "#components/checkout/format-amount.ts";
import { GatewayRefusal, isNetworkUnavailable } from "#components/checkout/gateway.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { isSameAddress, shortAddress, type Wallet } from "#components/checkout/wallet/accounts.ts";
import { ErrorDetail } from "#components/checkout/wallet/error-detail.tsx";
import { NetworkUnavailable } from "#components/checkout/wallet/network-unavailable.tsx";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { coversAccount, coversMethods, useSession } from "#components/checkout/wallet/remote-session.ts";
import { StartOption } from "#components/checkout/wallet/start-option.tsx";
import { CopiedAddress } from "#components/refund/copied-address.tsx";
import type { RefundData } from "#components/refund/refund-data.ts";
import { fetchRefundOption } from "#components/refund/refund-task.ts";
import { useRefundTranslation } from "#components/refund/refund-translation.tsx";
import { Button } from "#components/ui/button.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

type RefundOptionProps = { data: RefundData; wallet: Wallet; onChoose: (option: WireOption) => void };

/** The refund by a connected account, or the reason why this account can't pay it. */
export function RefundOption({ data, wallet, onChoose }: RefundOptionProps) {
  const isPayer = data.payers.some((payer) => isSameAddress(payer, wallet.address));
  return isPayer ? (
    <PayerOption data={data} wallet={wallet} onChoose={onChoose} />
  ) : (
    <WrongWallet data={data} address={wallet.address} />
  );
}

function WrongWallet({ data: { payers }, address }: { data: RefundData; address: string }) {
  const t = useRefundTranslation();
  return (
    <>
      <PanelHeading>{t("refund.wrong.title")}</PanelHeading>
      <p role="alert" className="-mt-3 text-pretty text-ink-muted">
        {t("refund.wrong.text", { account: shortAddress(address) })}
      </p>
      <ul className="space-y-2">
        {payers.map((payer) => (
          <li key={payer} className="rounded-lg border border-line bg-sunken px-4 py-2">
            <CopiedAddress address={payer} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PayerOption({ data, wallet, onChoose }: RefundOptionProps) {
  const { t, locale } = useTranslation();
  const refundT = useRefundTranslation();
  const { chainId } = useAccount();
  const session = useSession(wallet.connector);
  const {
    data: option,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ["refund-option", data.refundId, wallet.address],
    queryFn: ({ signal }) => fetchRefundOption(data, wallet.address, signal),
    // A quote that expires meanwhile is renewed before the signature.
    staleTime: 60_000,
  });
  const checkAgain = () => void refetch();
  if (isNetworkUnavailable(error)) return <NetworkUnavailable isChecking={isFetching} onTryAgain={checkAgain} />;
  if (error !== null) {
    const isLow = error instanceof GatewayRefusal && error.fields.includes("balance");
    const amount = amountLine(data.amount, locale);
    const { networkName = "" } = data.amount.display;
    return (
      <>
        <PanelHeading>{isLow ? t("lowBalance.title") : refundT("refund.cannot.title")}</PanelHeading>
        <div role="alert" className="-mt-3 text-pretty break-words text-ink-muted">
          {isLow ? (
            refundT("refund.lowBalance", { amount, network: networkName })
          ) : (
            <Reason merchantName={data.merchantName} error={error} />
          )}
        </div>
        <Button isPrimary isBusy={isFetching} onClick={checkAgain}>
          {t("lowBalance.again")}
        </Button>
      </>
    );
  }
  if (option === undefined) {
    return (
      <p role="status" className="flex min-h-13 items-center justify-center gap-2 font-medium text-ink-muted">
        <SpinnerIcon />
        {t("options.loading")}
      </p>
    );
  }
  const methods = option.actions.map(({ data: { method } }) => method);
  if (!coversAccount(session, option.account) || !coversMethods(session, methods)) {
    return (
      <>
        <PanelHeading>{refundT("refund.cannot.title")}</PanelHeading>
        <p role="alert" className="-mt-3 text-pretty text-ink-muted">
          {t("options.uncovered")}
        </p>
      </>
    );
  }
  return (
    <>
      <PanelHeading>{t("status.requires_action.title")}</PanelHeading>
      <StartOption
        option={option}
        merchantName={data.merchantName}
        chainId={chainId}
        onStart={() => onChoose(option)}
      />
    </>
  );
}

function Reason({ error, merchantName }: { error: Error; merchantName: string }) {
  const { t } = useTranslation();
  const refundT = useRefundTranslation();
  if (!(error instanceof GatewayRefusal) || error.status >= 500) return <>{t("options.failed")}</>;
  if (error.status === 429)
    return <>{error.isBudgetUsedUp ? t("confirm.budgetUsedUp", { merchant: merchantName }) : t("confirm.busy")}</>;
  return (
    <>
      {refundT("refund.cannot.text")}
      <ErrorDetail text={error.message} />
    </>
  );
}
