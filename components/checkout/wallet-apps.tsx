import type { ReactNode } from "react";

type WalletApp = { name: string; open: (link: string) => string; get: string };

/** Wallets that show web pages, and the address that opens a page in each (their own documentation). */
const walletApps: readonly WalletApp[] = [
  {
    name: "MetaMask",
    open: (link) => `https://link.metamask.io/dapp/${link.replace(/^https?:\/\//, "")}`,
    get: "https://metamask.io/download",
  },
  {
    name: "Coinbase Wallet",
    open: (link) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(link)}`,
    get: "https://www.coinbase.com/wallet/downloads",
  },
  {
    name: "Trust Wallet",
    open: (link) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(link)}`,
    get: "https://trustwallet.com/download",
  },
  {
    name: "Phantom",
    open: (link) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(link)}?ref=${encodeURIComponent(new URL(link).origin)}`,
    get: "https://phantom.com/download",
  },
];

/** Plain links: a phone opens an app only in the very tap, never after a script has waited for something. */
export function OpenInWalletApp({ link, isFramed }: { link: string; isFramed: boolean }) {
  return (
    <List>
      {walletApps.map(({ name, open }) => (
        <AppLink key={name} href={open(link)} isElsewhere={isFramed}>
          {name}
        </AppLink>
      ))}
    </List>
  );
}

/** Where each wallet is to be had. */
export function GetWallet({ say }: { say: (wallet: string) => string }) {
  return (
    <List>
      {walletApps.map(({ name, get }) => (
        <AppLink key={name} href={get} isElsewhere>
          {say(name)}
        </AppLink>
      ))}
    </List>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-2 gap-2">{children}</ul>;
}

function AppLink({
  href,
  isElsewhere = false,
  children,
}: {
  href: string;
  isElsewhere?: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <a
        href={href}
        rel="noreferrer"
        target={isElsewhere ? "_blank" : undefined}
        className="flex min-h-11 items-center justify-center rounded-lg border border-line px-2 py-2 text-center text-sm leading-tight font-medium transition-colors hover:border-line-strong hover:bg-sunken"
      >
        {children}
      </a>
    </li>
  );
}
