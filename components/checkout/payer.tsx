"use client";

import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { announcedWallets, legacyProvider, listenForWallets } from "#components/checkout/announced-wallets.ts";
import { CancelPayment } from "#components/checkout/cancel-payment.tsx";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { recallProgress } from "#components/checkout/progress.ts";
import type { WalletCheckoutProps } from "#components/checkout/wallet/wallet-checkout.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { SpinnerIcon, WalletIcon } from "#components/ui/icons.tsx";

type PayerProps = {
  data: CheckoutData;
  /** Ways to pay with another device or app, and where to get a wallet; written by the server. */
  elsewhere: ReactNode;
  getWallet: ReactNode;
};

/** What is shown: the ways to pay, that there is no wallet here, or the wallet's part with all that follows. */
type View = "ways" | "noWallet" | "wallet";

/** How an open payment can be paid. The code for wallets comes when the buyer asks for it, and not before. */
export function Payer({ data, elsewhere, getWallet }: PayerProps) {
  const { say } = useLanguage();
  const [view, setView] = useState<View>("ways");
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
  const leaveWallet = useCallback(() => setView("ways"), []);

  useEffect(() => {
    listenForWallets();
    // Who had begun goes on where they were.
    if (recallProgress(data.paymentId) !== null) void openWallet();
  }, [data.paymentId, openWallet]);

  if (view === "wallet" && Checkout !== null) return <Checkout data={data} onLeave={leaveWallet} />;
  if (view === "noWallet") {
    return (
      <div className="flex flex-col gap-5">
        <Heading>{say("noWallet.title")}</Heading>
        <p className="-mt-3 text-pretty text-ink-muted">{say("noWallet.text")}</p>
        {elsewhere}
        {getWallet}
        <button
          type="button"
          onClick={() => (hasWallet() ? void openWallet() : setView("ways"))}
          className="min-h-12 rounded-lg border border-line-strong px-5 font-medium hover:bg-sunken"
        >
          {say("noWallet.back")}
        </button>
      </div>
    );
  }
  const isLoading = loading === "loading";
  return (
    <div className="flex grow flex-col gap-5">
      <Heading>{say("status.requires_action.title")}</Heading>
      <p className="-mt-3 text-pretty text-ink-muted noscript:hidden">{say("status.requires_action.text")}</p>
      <p className="-mt-3 hidden text-pretty text-ink-muted noscript:block">{say("ways.noScript")}</p>
      <button
        type="button"
        aria-disabled={isLoading}
        onClick={() => !isLoading && connect()}
        className="inline-flex min-h-13 w-full items-center justify-center gap-2 rounded-lg bg-accent px-5 text-lg font-semibold text-on-accent transition-colors hover:bg-accent-strong noscript:hidden"
      >
        {isLoading ? <SpinnerIcon className="size-5" /> : <WalletIcon className="size-5" />}
        {isLoading ? say("ways.connecting") : say("ways.connect")}
      </button>
      {loading === "failed" && (
        <p role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
          {say("ways.loadFailed")}
        </p>
      )}
      {elsewhere}
      <div className="hidden rounded-lg border border-line bg-sunken px-4 py-3 noscript:block">
        <p className="text-sm text-ink-muted">{say("ways.link")}</p>
        <p className="font-medium break-all select-all">{data.link}</p>
        <a href={data.link} className="text-sm font-medium text-accent underline underline-offset-4">
          {say("status.reload")}
        </a>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <CopyButton
          text={data.link}
          label={say("ways.copyLink")}
          words={{ copied: say("copy.done"), failed: say("copy.failed") }}
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
