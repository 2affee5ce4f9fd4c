import { useEffect, useRef, useState } from "react";
import { type Connector, useAccount, useConfig } from "wagmi";
import { connect, reconnect } from "wagmi/actions";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { type WalletRefusal, walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";
import {
  findWallet,
  groupWallets,
  type ListedWallet,
  onlyWallet,
  recallWallet,
  rememberWallet,
} from "#components/checkout/wallet/wallet-groups.ts";
import { type AskedWallet, LeaveButton, WalletList } from "#components/checkout/wallet/wallet-list.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";

type ConnectWalletProps = {
  /** The key of the wallet that a saved progress belongs to; null without one. */
  resumedKey: string | null;
  onLeave: () => void;
};

/**
 * Connects a wallet: the one of a saved progress, or else the last one used, if it still allows that; else the only one available,
 * else the one that the buyer picks from a list.
 */
export function ConnectWallet({ resumedKey, onLeave }: ConnectWalletProps) {
  const { t } = useTranslation();
  const config = useConfig();
  const { status } = useAccount();
  const [groups] = useState(() => groupWallets(config.connectors, recallWallet()));
  const [isListed, setListed] = useState(false);
  const [asked, setAsked] = useState<AskedWallet | null>(null);
  const [problem, setProblem] = useState<WalletRefusal | null>(null);
  // The wallet asked last: a refusal by one that was asked before it is no news.
  const current = useRef<ListedWallet | null>(null);

  const choose = async (wallet: ListedWallet) => {
    current.current = wallet;
    setAsked({ wallet, uri: null });
    setProblem(null);
    try {
      if (wallet.remote !== null) {
        await onUri(wallet.connector, (uri) => current.current === wallet && setAsked({ wallet, uri }));
      }
      await connect(config, { connector: wallet.connector });
      rememberWallet(wallet.key);
    } catch (error) {
      if (current.current !== wallet) return;
      setAsked(null);
      setProblem(walletRefusal(error));
      setListed(true);
    }
  };
  const begin = useRef(async () => {
    // No other wallet is asked: the buyer may have left one to choose another, and remote ones would open their connections.
    const last = findWallet(groups, resumedKey) ?? groups.recent;
    // A wallet that fails here can still be chosen.
    if (last !== null) await reconnect(config, { connectors: [last.connector] }).catch(() => undefined);
    if (config.state.status === "connected" || hasLeft.current) return;
    const only = onlyWallet(groups);
    if (only !== null) await choose(only);
    else setListed(true);
  });
  const hasBegun = useRef(false);
  // A wallet that answers after the buyer has gone back isn't asked for anything else.
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void begin.current();
  }, []);

  if (isListed) {
    const isPhone = matchMedia("(pointer: coarse)").matches;
    return (
      <WalletList
        groups={groups}
        asked={asked}
        problem={problem}
        isPhone={isPhone}
        onChoose={(wallet) => void choose(wallet)}
        onLeave={onLeave}
      />
    );
  }
  return <Waiting words={t(status === "connecting" ? "sign.waiting" : "methods.loading")} onLeave={onLeave} />;
}

/** The wait for a list of wallets, or for the answer of one. */
export function Waiting({ words, onLeave }: { words: string; onLeave: () => void }) {
  return (
    <>
      <p role="status" className="flex min-h-13 items-center justify-center gap-2 font-medium text-ink-muted">
        <SpinnerIcon />
        {words}
      </p>
      <LeaveButton onLeave={onLeave} />
    </>
  );
}

/** Calls back with the address of a WalletConnect connection as soon as there is one, which the next request for accounts opens. */
async function onUri(connector: Connector, callback: (uri: string) => void): Promise<void> {
  const provider = await connector.getProvider();
  const { once } = provider as { once?: (event: "display_uri", listener: (uri: string) => void) => void };
  once?.call(provider, "display_uri", callback);
}
