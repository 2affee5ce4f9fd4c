"use client";

import { type ReactNode, useCallback } from "react";
import { CancelPayment } from "#components/checkout/cancel-payment.tsx";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { ContactButton } from "#components/checkout/contact-button.tsx";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { TestPanel } from "#components/checkout/test-panel.tsx";
import { WalletEntry, type WalletPart } from "#components/checkout/wallet-entry.tsx";

type PaymentMethodsProps = {
  data: CheckoutData;
  /** Rendered on the server, like `getWallet`. */
  payOnPhone: ReactNode;
  getWallet: ReactNode;
};

/** The ways to pay an open payment. */
export function PaymentMethods({ data, payOnPhone, getWallet }: PaymentMethodsProps) {
  const { t } = useTranslation();
  const load = useCallback(async (): Promise<WalletPart> => {
    const { WalletCheckout } = await import("#components/checkout/wallet/wallet-checkout.tsx");
    return (props) => <WalletCheckout data={data} {...props} />;
  }, [data]);
  const cancel = <CancelPayment paymentId={data.paymentId} appId={data.appId} />;
  if (!data.isPayable) {
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
  return (
    <WalletEntry
      settings={data}
      id={data.paymentId}
      link={data.link}
      load={load}
      payOnPhone={payOnPhone}
      getWallet={getWallet}
      aside={cancel}
    />
  );
}
