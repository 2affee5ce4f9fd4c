import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Config, useAccount, useAccountEffect, WagmiProvider } from "wagmi";
import type { WalletSettings } from "#components/checkout/checkout-data.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { recallProgress } from "#components/checkout/progress.ts";
import type { Wallet } from "#components/checkout/wallet/accounts.ts";
import { ConnectWallet, Waiting } from "#components/checkout/wallet/connect-wallet.tsx";
import { ConnectedWallet } from "#components/checkout/wallet/connected-wallet.tsx";
import { PayOption } from "#components/checkout/wallet/pay-option.tsx";
import { isRelayed } from "#components/checkout/wallet/remote-session.ts";
import { createWalletConfig } from "#components/checkout/wallet/wallet-config.ts";
import type { WalletTask } from "#components/checkout/wallet/wallet-task.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

type WalletSessionProps = {
  settings: WalletSettings;
  task: WalletTask;
  /** Returns to the panel before the wallet was connected. */
  onLeave: () => void;
  /** Does the same, with a message that wallets couldn't be loaded. */
  onFail: () => void;
  /** Renders the options of a connected account. */
  offer: (wallet: Wallet, onChoose: (option: WireOption) => void) => ReactNode;
};

/** Connects a wallet and takes it through a payment or a refund. Part of a separate chunk, because wallet code is large. */
export function WalletSession(props: WalletSessionProps) {
  const { settings, onFail, onLeave } = props;
  const { t } = useTranslation();
  const [config, setConfig] = useState<Config | null>(null);
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  useEffect(() => {
    createWalletConfig(settings, t).then(setConfig, onFail);
  }, [settings, onFail, t]);
  // The code of remote wallets is large: a phone waits for it.
  if (config === null) return <Waiting words={t("methods.loading")} onLeave={onLeave} />;
  return (
    <WagmiProvider config={config} reconnectOnMount={false}>
      <QueryClientProvider client={queries}>
        <Session {...props} />
      </QueryClientProvider>
    </WagmiProvider>
  );
}

function Session({ task, onLeave, offer }: WalletSessionProps) {
  const { address, connector, status } = useAccount();
  const [hasEnded, setEnded] = useState(false);
  const isRemote = useRef(false);
  useEffect(() => {
    if (connector !== undefined) isRemote.current = isRelayed(connector);
  }, [connector]);
  // A wallet in this browser was disconnected by the buyer. A remote one can end its session by itself, even
  // while the page is closed.
  useAccountEffect({ onDisconnect: () => (isRemote.current ? setEnded(true) : onLeave()) });
  // Results that are all signed only need to be submitted, without a wallet.
  const [signed, setSigned] = useState(() => {
    const progress = recallProgress(task.id);
    return progress !== null && progress.results.length === progress.option.actions.length ? progress : null;
  });
  if (signed !== null) {
    const connectWallet = () => setSigned(null);
    return (
      <div className="flex grow flex-col gap-5">
        <PayOption
          task={task}
          wallet={null}
          onWalletNeeded={connectWallet}
          initial={signed}
          isResumed
          onBack={connectWallet}
        />
      </div>
    );
  }
  // `reconnecting` with an account is a wallet that is slow to answer.
  if (address === undefined || connector?.getProvider === undefined || status !== "connected") {
    const resumedKey = recallProgress(task.id)?.walletKey ?? null;
    return <ConnectWallet resumedKey={resumedKey} hasEnded={hasEnded} onLeave={onLeave} />;
  }
  return <ConnectedWallet key={address} task={task} wallet={{ address, connector }} onLeave={onLeave} offer={offer} />;
}
