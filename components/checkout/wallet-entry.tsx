"use client";

import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { announcedWallets, legacyProvider, listenForWallets } from "#components/checkout/announced-wallets.ts";
import type { WalletSettings } from "#components/checkout/checkout-data.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { recallProgress } from "#components/checkout/progress.ts";
import { reloadOnce } from "#components/checkout/reload-once.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { SpinnerIcon, WalletIcon } from "#components/ui/icons.tsx";

/**
 * The part of a page that needs a wallet, once its code has loaded. `onLeave` returns to the panel before it,
 * and `onFail` too, with a message that wallets couldn't be loaded.
 */
export type WalletPart = ComponentType<{ onLeave: () => void; onFail: () => void }>;

type WalletEntryProps = {
  settings: WalletSettings;
  /** The id under which the browser saves the progress. */
  id: string;
  link: string;
  /** Loads the wallet code, which is large. Must be stable. */
  load: () => Promise<WalletPart>;
  /** The choice between ways to pay, where there is one. */
  ways?: ReactNode;
  /** Shown below the introduction. */
  notice?: ReactNode;
  /** Rendered on the server, like `getWallet`. */
  payOnPhone: ReactNode;
  getWallet: ReactNode;
  /** An action besides signing. */
  aside?: ReactNode;
};

type View = "methods" | "noWallet" | "wallet";

/**
 * The ways to sign: a wallet in this browser, or a phone. The wallet code loads only on a press of "Connect
 * wallet".
 */
export function WalletEntry(props: WalletEntryProps) {
  const { settings, id, link, load, ways, notice, payOnPhone, getWallet, aside } = props;
  const { t } = useTranslation();
  const [view, setView] = useState<View>("methods");
  const [Part, setPart] = useState<WalletPart | null>(null);
  const [loading, setLoading] = useState<"idle" | "loading" | "failed">("idle");

  const openWallet = useCallback(async () => {
    setLoading("loading");
    try {
      const loaded = await load();
      setPart(() => loaded);
      setView("wallet");
      setLoading("idle");
    } catch {
      if (!(await reloadOnce(id))) setLoading("failed");
    }
  }, [id, load]);
  const connect = () => {
    const isReachable = settings.walletConnect !== null || settings.demoWallet !== null || hasWallet();
    if (isReachable) void openWallet();
    else setView("noWallet");
  };
  const leaveWallet = useCallback(() => setView("methods"), []);
  const failWallet = useCallback(() => {
    setView("methods");
    setLoading("failed");
  }, []);

  useEffect(() => {
    listenForWallets();
    // A visitor who started earlier continues where they left off.
    if (recallProgress(id) !== null) void openWallet();
  }, [id, openWallet]);

  if (view === "wallet" && Part !== null) return <Part onLeave={leaveWallet} onFail={failWallet} />;
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
  const isLoading = loading === "loading";
  return (
    <div className="flex grow flex-col gap-5">
      <Heading>{t("status.requires_action.title")}</Heading>
      {ways}
      <p className={`text-pretty text-ink-muted noscript:hidden ${ways ? "" : "-mt-3"}`}>
        {t("status.requires_action.text")}
      </p>
      <p className="-mt-3 hidden text-pretty text-ink-muted noscript:block">{t("methods.noScript")}</p>
      {notice}
      <button
        type="button"
        aria-disabled={isLoading}
        onClick={() => !isLoading && connect()}
        className="inline-flex min-h-13 w-full items-center justify-center gap-2 rounded-lg border border-brand-edge bg-brand px-5 text-lg font-semibold text-on-brand transition-colors hover:bg-brand-strong noscript:hidden"
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
        <p className="font-medium break-all select-all">{link}</p>
        <a href={link} className="text-sm font-medium text-accent underline underline-offset-4">
          {t("status.reload")}
        </a>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <CopyButton
          text={link}
          label={t("methods.copyLink")}
          words={{ copied: t("copy.done"), failed: t("copy.failed") }}
          look="quiet"
        />
        {aside}
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
