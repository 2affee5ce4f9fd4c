import { useEffect, useRef, useState } from "react";
import { type Config, useAccount, useConfig } from "wagmi";
import { connect, disconnect, reconnect } from "wagmi/actions";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import {
  appLink,
  endSession,
  findSession,
  formerTopics,
  isExpired,
  isPhone,
  isRelayed,
  rememberLink,
  remoteProvider,
  silenceMs,
  topicOf,
} from "#components/checkout/wallet/remote-session.ts";
import { NoAccount, walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";
import {
  findWallet,
  groupWallets,
  type ListedWallet,
  onlyWallet,
  ownLinkOf,
  recallWallet,
  rememberWallet,
} from "#components/checkout/wallet/wallet-groups.ts";
import {
  type AskedWallet,
  type ConnectProblem,
  LeaveButton,
  WalletList,
} from "#components/checkout/wallet/wallet-list.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";

type ConnectWalletProps = {
  /** The key of the wallet that a saved progress belongs to; null without one. */
  resumedKey: string | null;
  /** Whether a wallet on another device or in an app has just ended its session. */
  hasEnded: boolean;
  onLeave: () => void;
};

/**
 * Connects a wallet: the one of a saved progress, or else the last one used, if it still allows that; else
 * the only one available, else the one that the buyer picks from a list.
 */
export function ConnectWallet({ resumedKey, hasEnded, onLeave }: ConnectWalletProps) {
  const { t } = useTranslation();
  const config = useConfig();
  const { status } = useAccount();
  const [groups] = useState(() => groupWallets(config.connectors, recallWallet()));
  const [isListed, setListed] = useState(false);
  const [asked, setAsked] = useState<AskedWallet | null>(null);
  const [problem, setProblem] = useState<ConnectProblem | null>(hasEnded ? { kind: "ended" } : null);
  // The last attempt: a refusal of one before it is no news.
  const current = useRef<symbol | null>(null);

  const choose = async (wallet: ListedWallet, told: ConnectProblem | null = null): Promise<void> => {
    const attempt = Symbol(wallet.key);
    current.current = attempt;
    const isCurrent = () => current.current === attempt && !hasLeft.current;
    setAsked({ wallet, uri: null });
    setProblem(told);
    try {
      const connecting = isRelayed(wallet.connector)
        ? connectRelayed(config, wallet, {
            onUri(uri) {
              if (!isCurrent()) return;
              setAsked({ wallet, uri });
              setProblem(told);
            },
            onSilence() {
              if (!isCurrent()) return;
              setAsked(null);
              setProblem({ kind: "unreachable" });
            },
          })
        : connect(config, { connector: wallet.connector });
      const { accounts } = await connecting;
      if (accounts.length === 0) {
        await disconnect(config, { connector: wallet.connector });
        throw new NoAccount("The wallet shared no account.");
      }
      rememberWallet(wallet.key);
    } catch (error) {
      if (!isCurrent()) return;
      if (isExpired(error)) return choose(wallet, { kind: isPhone() ? "linkExpired" : "codeExpired" });
      setAsked(null);
      setProblem(walletRefusal(error));
      setListed(true);
    }
  };
  const begin = useRef(async () => {
    // No other wallet is asked: the buyer may have left one to choose another, and remote ones would open their connections.
    const last = findWallet(groups, resumedKey) ?? groups.recent;
    // A wallet that fails here can still be chosen.
    if (last !== null) {
      const reconnected = reconnect(config, { connectors: [last.connector] }).then(
        () => true,
        () => true,
      );
      // WalletConnect waits for its relay, for longer than a buyer does. A connection after that still counts.
      const isAnswered = isRelayed(last.connector)
        ? await Promise.race([reconnected, afterSilence()])
        : await reconnected;
      if (!isAnswered) setProblem({ kind: "unreachable" });
    }
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
    return (
      <WalletList
        groups={groups}
        asked={asked}
        problem={problem}
        isPhone={isPhone()}
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

type RelayedCallbacks = {
  /** Called with the address of a connection, which a code or a link contains. */
  onUri: (uri: string) => void;
  /** Called if there is still no address after some seconds. It may come later. */
  onSilence: () => void;
};

/** Connects a wallet through WalletConnect's relay. @returns the accounts that it shares. */
async function connectRelayed(
  config: Config,
  wallet: ListedWallet,
  { onUri, onSilence }: RelayedCallbacks,
): Promise<{ accounts: readonly string[] }> {
  const { connector, key, name } = wallet;
  const timer = setTimeout(onSilence, silenceMs);
  const stopWaiting = () => clearTimeout(timer);
  const provider = await remoteProvider(connector);
  // An attempt before this one may still get its code, which connects nothing once this one has begun.
  const former = formerTopics(provider);
  const showUri = (uri: string) => {
    if (former.has(topicOf(uri))) return;
    stopWaiting();
    onUri(uri);
  };
  provider.on("display_uri", showUri);
  try {
    // All these connectors share one session. The one of another wallet would answer at once.
    if (provider.session !== undefined && recallWallet() !== key) await endSession(connector);
    const connected = await connect(config, { connector });
    const session = await findSession(connector);
    rememberLink(session !== null && isPhone() ? appLink(session, ownLinkOf(connector)) : null, name);
    return connected;
  } finally {
    stopWaiting();
    provider.removeListener("display_uri", showUri);
  }
}

/** Resolves with false after the time that a buyer waits for WalletConnect. */
function afterSilence(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), silenceMs));
}
