import type { Connector } from "wagmi";

/** The details of a connector that reaches a wallet on another device or in an app (RainbowKit's `rkDetails`). */
type RemoteDetails = {
  id: string;
  name: string;
  rdns?: string;
  /** A data URL, or a function that loads it. */
  iconUrl: string | (() => Promise<string>);
  mobile?: { getUri?: (uri: string) => string };
  qrCode?: { getUri: (uri: string) => string };
};

/** A wallet that the buyer can choose. */
export type ListedWallet = {
  /** Identifies the wallet across page loads. */
  key: string;
  name: string;
  /** A data URL, or a function that loads it; undefined for a wallet without a logo. */
  icon: string | (() => Promise<string>) | undefined;
  connector: Connector;
  /** Set for a wallet on another device or in an app. Each function returns the address that a code or link contains. */
  remote: { codeOf: (uri: string) => string; linkOf: (uri: string) => string } | null;
};

export type WalletGroups = {
  recent: ListedWallet | null;
  installed: ListedWallet[];
  mobile: ListedWallet[];
  others: ListedWallet[];
};

const same = (uri: string) => uri;
const remoteOf = (connector: Connector) => (connector as { rkDetails?: RemoteDetails }).rkDetails;

/**
 * Groups the available wallets: the one used last, those installed in this browser, those in apps or on other
 * devices, and the demo wallet. Each is listed once: an app that is also installed is listed as installed.
 * @param recentKey of the wallet used last.
 */
export function groupWallets(connectors: readonly Connector[], recentKey: string | null): WalletGroups {
  const installedIds = new Set(connectors.map(({ id }) => id));
  const wallets = connectors
    .filter((connector) => {
      const details = remoteOf(connector);
      return details === undefined || !installedIds.has(details.rdns ?? "");
    })
    .map(listed);
  const recent = wallets.find(({ key }) => key === recentKey) ?? null;
  const rest = wallets.filter((wallet) => wallet !== recent);
  return {
    recent,
    installed: rest.filter(({ remote, connector }) => remote === null && connector.type === "injected"),
    mobile: rest.filter(({ remote }) => remote !== null),
    others: rest.filter(({ remote, connector }) => remote === null && connector.type !== "injected"),
  };
}

/**
 * Returns the only wallet in this browser, which is connected without a list; null if there are several, or
 * only a remote one, which needs the list for its code.
 */
export function onlyWallet({ recent, installed, mobile, others }: WalletGroups): ListedWallet | null {
  const [only, ...more] = [...(recent === null ? [] : [recent]), ...installed, ...mobile, ...others];
  return only === undefined || only.remote !== null || more.length > 0 ? null : only;
}

/** Identifies a connector's wallet across page loads. */
export function walletKeyOf(connector: Connector): string {
  const details = remoteOf(connector);
  return details === undefined ? connector.id : `remote:${details.id}`;
}

/** Returns the link by which our list opens the app of a connector's wallet; undefined for one without an app of its own. */
export function ownLinkOf(connector: Connector): string | undefined {
  return remoteOf(connector)?.mobile?.getUri?.("");
}

/** Returns the wallet of a key; null if it isn't available here. */
export function findWallet(
  { recent, installed, mobile, others }: WalletGroups,
  key: string | null,
): ListedWallet | null {
  return [recent, ...installed, ...mobile, ...others].find((wallet) => wallet?.key === key) ?? null;
}

function listed(connector: Connector): ListedWallet {
  const details = remoteOf(connector);
  if (details === undefined) {
    return { key: walletKeyOf(connector), name: connector.name, icon: connector.icon, connector, remote: null };
  }
  const remote = { codeOf: details.qrCode?.getUri ?? same, linkOf: details.mobile?.getUri ?? same };
  return { key: walletKeyOf(connector), name: details.name, icon: details.iconUrl, connector, remote };
}

const storageKey = "till.recentWallet";

/** Returns the key of the wallet that the buyer connected last on this device; null for none. */
export function recallWallet(): string | null {
  return localStorage.getItem(storageKey);
}

/** Forgets the wallet used last, so that it isn't connected again without a click. */
export function forgetWallet(): void {
  localStorage.removeItem(storageKey);
}

export function rememberWallet(key: string): void {
  try {
    localStorage.setItem(storageKey, key);
  } catch {
    // A full or read-only storage: the wallet isn't listed first next time.
  }
}
