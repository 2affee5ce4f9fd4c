"use client";

import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { announcedWallets, legacyProvider, listenForWallets } from "#components/checkout/announced-wallets.ts";
import { CancelPayment } from "#components/checkout/cancel-payment.tsx";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { recallProgress } from "#components/checkout/progress.ts";
import type { WalletCheckoutProps } from "#components/checkout/wallet/wallet-checkout.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { SpinnerIcon, WalletIcon } from "#components/ui/icons.tsx";

type PaymentMethodsProps = {
  data: CheckoutData;
  /** Rendered on the server, like `getWallet`. */
  payOnPhone: ReactNode;
  getWallet: ReactNode;
};

type View = "methods" | "noWallet" | "wallet";

/** The ways to pay an open payment. The wallet code loads only when the buyer connects a wallet. */
export function PaymentMethods({ data, payOnPhone, getWallet }: PaymentMethodsProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>("methods");
  const [Checkout, setCheckout] = useState<ComponentType<WalletCheckoutProps> | null>(null);
  const [loading, setLoading] = useState<"idle" | "loading" | "failed">("idle");

  const openWallet = useCallback(async () => {
    setLoading("loading");
    try {
      const { WalletCheckout } = await import("#components/checkout/wallet/wallet-checkout.tsx");
      setCheckout(() => WalletCheckout);
      setView("wallet");
      setLoading("idle");
    } catch {
      setLoading("failed");
    }
  }, []);
  const connect = () => {
    const isReachable = data.walletConnectProjectId !== null || data.demoWallet !== null || hasWallet();
    if (isReachable) void openWallet();
    else setView("noWallet");
  };
  const leaveWallet = useCallback(() => setView("methods"), []);

  useEffect(() => {
    listenForWallets();
    // A buyer who started earlier continues where they left off.
    if (recallProgress(data.paymentId) !== null) void openWallet();
  }, [data.paymentId, openWallet]);

  if (view === "wallet" && Checkout !== null) return <Checkout data={data} onLeave={leaveWallet} />;
  if (view === "noWallet") {
    return (
      <div className="flex flex-col gap-5">
        <Heading>{t("noWallet.title")}</Heading>
        <p className="-mt-3 text-pretty text-ink-muted">{t("noWallet.text")}</p>
        {payOnPhone}
        {getWallet}
        <button
          type="button"
          onClick={() => (hasWallet() ? void openWallet() : setView("methods"))}
          className="min-h-12 rounded-lg border border-line-strong px-5 font-medium hover:bg-sunken"
        >
          {t("noWallet.back")}
        </button>
      </div>
    );
  }
  if (data.accepted.symbols.length === 0) {
    return (
      <div className="flex grow flex-col gap-5">
        <Heading>{t("methods.none.title")}</Heading>
        <p className="-mt-3 text-pretty wrap-anywhere text-ink-muted">
          {t("methods.none.text", { merchant: data.merchantName })}
        </p>
        <div className="mt-auto flex justify-end">
          <CancelPayment paymentId={data.paymentId} appId={data.appId} />
        </div>
      </div>
    );
  }
  const isLoading = loading === "loading";
  return (
    <div className="flex grow flex-col gap-5">
      <Heading>{t("status.requires_action.title")}</Heading>
      <p className="-mt-3 text-pretty text-ink-muted noscript:hidden">{t("status.requires_action.text")}</p>
      <p className="-mt-3 hidden text-pretty text-ink-muted noscript:block">{t("methods.noScript")}</p>
      <button
        type="button"
        aria-disabled={isLoading}
        onClick={() => !isLoading && connect()}
        className="inline-flex min-h-13 w-full items-center justify-center gap-2 rounded-lg bg-accent px-5 text-lg font-semibold text-on-accent transition-colors hover:bg-accent-strong noscript:hidden"
      >
        {isLoading ? <SpinnerIcon className="size-5" /> : <WalletIcon className="size-5" />}
        {isLoading ? t("methods.loading") : t("methods.connect")}
      </button>
      {loading === "failed" && (
        <p role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
          {t("methods.loadFailed")}
        </p>
      )}
      {payOnPhone}
      <div className="hidden rounded-lg border border-line bg-sunken px-4 py-3 noscript:block">
        <p className="text-sm text-ink-muted">{t("methods.link")}</p>
        <p className="font-medium break-all select-all">{data.link}</p>
        <a href={data.link} className="text-sm font-medium text-accent underline underline-offset-4">
          {t("status.reload")}
        </a>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <CopyButton
          text={data.link}
          label={t("methods.copyLink")}
          words={{ copied: t("copy.done"), failed: t("copy.failed") }}
          look="quiet"
        />
        <CancelPayment paymentId={data.paymentId} appId={data.appId} />
      </div>
    </div>
  );
}

function hasWallet(): boolean {
  return announcedWallets().length > 0 || legacyProvider() !== undefined;
}

function Heading({ children }: { children: ReactNode }) {
  return <h2 className="text-xl leading-tight font-semibold tracking-tight text-balance">{children}</h2>;
}
