"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Config, useAccount, useAccountEffect, WagmiProvider } from "wagmi";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { recallProgress } from "#components/checkout/progress.ts";
import { ConnectWallet } from "#components/checkout/wallet/connect-wallet.tsx";
import { ConnectedCheckout } from "#components/checkout/wallet/connected-checkout.tsx";
import { PayOption } from "#components/checkout/wallet/pay-option.tsx";
import { createWalletConfig } from "#components/checkout/wallet/wallet-config.ts";

export type WalletCheckoutProps = {
  data: CheckoutData;
  /** Returns to the other ways to pay. */
  onLeave: () => void;
};

/** The part of the checkout that needs a wallet. It loads as a separate chunk, so other modules import only its types. */
export function WalletCheckout({ data, onLeave }: WalletCheckoutProps) {
  const { t } = useTranslation();
  const [config, setConfig] = useState<Config | null>(null);
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  useEffect(() => {
    allowModalStyles();
    createWalletConfig(data, t).then(setConfig, onLeave);
  }, [data, onLeave, t]);
  if (config === null) return null;
  return (
    <WagmiProvider config={config} reconnectOnMount={false}>
      <QueryClientProvider client={queries}>
        <Checkout data={data} onLeave={onLeave} />
      </QueryClientProvider>
    </WagmiProvider>
  );
}

function Checkout({ data, onLeave }: WalletCheckoutProps) {
  const { address, connector, status } = useAccount();
  useAccountEffect({ onDisconnect: onLeave });
  // A fully signed payment only needs to be submitted, without a wallet.
  const [signed, setSigned] = useState(() => {
    const progress = recallProgress(data.paymentId);
    return progress !== null && progress.results.length === progress.option.actions.length ? progress : null;
  });
  if (signed !== null) {
    return <PayOption data={data} wallet={null} initial={signed} isResumed onBack={() => setSigned(null)} />;
  }
  // `reconnecting` with an account is a wallet that is slow to answer.
  if (address === undefined || connector?.getProvider === undefined || status !== "connected") {
    return <ConnectWallet onLeave={onLeave} />;
  }
  return <ConnectedCheckout key={address} data={data} wallet={{ address, connector }} onLeave={onLeave} />;
}

/** Gives the wallet list's scroll lock the page's nonce, because the content security policy blocks its styles otherwise. */
function allowModalStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
