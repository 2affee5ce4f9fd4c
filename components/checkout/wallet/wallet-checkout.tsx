"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Config, useAccount, useAccountEffect, WagmiProvider } from "wagmi";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { recallProgress } from "#components/checkout/progress.ts";
import { ConnectGate } from "#components/checkout/wallet/connect-gate.tsx";
import { ConnectedCheckout } from "#components/checkout/wallet/connected-checkout.tsx";
import { PayOption } from "#components/checkout/wallet/pay-option.tsx";
import { createWalletConfig } from "#components/checkout/wallet/wallet-config.ts";

export type WalletCheckoutProps = {
  data: CheckoutData;
  /** Back to the other ways to pay. */
  onLeave: () => void;
};

/** Everything that needs a wallet. Comes as a chunk of its own; nothing else of the page may import it but by type. */
export function WalletCheckout({ data, onLeave }: WalletCheckoutProps) {
  const { say } = useLanguage();
  const [config, setConfig] = useState<Config | null>(null);
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  useEffect(() => {
    allowModalStyles();
    createWalletConfig(data, say).then(setConfig, onLeave);
  }, [data, onLeave, say]);
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
  // What was signed already only has to be handed in: no wallet is needed for that.
  const [signed, setSigned] = useState(() => {
    const progress = recallProgress(data.paymentId);
    return progress !== null && progress.results.length === progress.option.actions.length ? progress : null;
  });
  if (signed !== null) {
    return <PayOption data={data} wallet={null} begun={signed} isResumed onBack={() => setSigned(null)} />;
  }
  // `reconnecting` with an account is a wallet that is just taking its time.
  if (address === undefined || connector?.getProvider === undefined || status !== "connected") {
    return <ConnectGate onLeave={onLeave} />;
  }
  return <ConnectedCheckout key={address} data={data} wallet={{ address, connector }} onLeave={onLeave} />;
}

/** The styles by which the list of wallets keeps the page from scrolling need the nonce of this page's own scripts. */
function allowModalStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
