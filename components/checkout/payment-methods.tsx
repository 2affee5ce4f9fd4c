"use client";

import { type ReactNode, useCallback, useState } from "react";
import { CancelPayment } from "#components/checkout/cancel-payment.tsx";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { ContactButton } from "#components/checkout/contact-button.tsx";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { TestPanel } from "#components/checkout/test-panel.tsx";
import type { Deposit } from "#components/checkout/transfer/deposit.ts";
import { TransferEntry } from "#components/checkout/transfer/transfer-entry.tsx";
import { TransferTranslationProvider } from "#components/checkout/transfer/transfer-translation.tsx";
import type { OpenWay } from "#components/checkout/transfer/use-ways.ts";
import { type Way, Ways } from "#components/checkout/transfer/ways.tsx";
import { WalletEntry, type WalletPart } from "#components/checkout/wallet-entry.tsx";

type PaymentMethodsProps = {
  data: CheckoutData;
  open: OpenWay;
  /** Rendered on the server, like `getWallet`. */
  payOnPhone: ReactNode;
  getWallet: ReactNode;
};

/** The ways to pay an open payment. */
export function PaymentMethods({ data, open, payOnPhone, getWallet }: PaymentMethodsProps) {
  const { way, deposit } = open;
  const { t } = useTranslation();
  const [hasChosen, setChosen] = useState(false);
  const load = useCallback(async (): Promise<WalletPart> => {
    const { WalletCheckout } = await import("#components/checkout/wallet/wallet-checkout.tsx");
    return (props) => <WalletCheckout data={data} {...props} />;
  }, [data]);
  // A buyer who was shown an address may have sent something.
  const cancel = deposit === undefined ? <CancelPayment paymentId={data.paymentId} appId={data.appId} /> : null;
  if (!data.isPayable && deposit === undefined) {
    return (
      <div className="flex grow flex-col gap-5">
        <h2 className="text-xl leading-tight font-semibold tracking-tight text-balance">{t("methods.none.title")}</h2>
        <p className="-mt-3 text-pretty wrap-anywhere text-ink-muted">
          {t("methods.none.text", { merchant: data.merchantName })}
        </p>
        {data.supportLink !== null && (
          <ContactButton href={data.supportLink}>{t("summary.help", { merchant: data.merchantName })}</ContactButton>
        )}
        <div className="mt-auto flex justify-end">{cancel}</div>
      </div>
    );
  }
  if (data.isTest) return <TestPanel data={data} payOnPhone={payOnPhone} />;
  const entry = { settings: data, id: data.paymentId, link: data.link, load, payOnPhone, getWallet, aside: cancel };
  if (data.transfer === null) return <WalletEntry {...entry} />;
  const choose = (chosen: Way) => {
    setChosen(true);
    open.choose?.(chosen);
  };
  const show = (given: Deposit) => {
    setChosen(false);
    open.show(given);
  };
  const ways = open.choose === null ? null : <Ways way={way} onChoose={choose} takesFocus={hasChosen} />;
  return (
    <TransferTranslationProvider messages={data.transfer.messages}>
      {way === "wallet" ? (
        <WalletEntry {...entry} ways={ways} />
      ) : (
        <TransferEntry data={data} open={{ ...open, show }} ways={ways} aside={cancel} />
      )}
    </TransferTranslationProvider>
  );
}
