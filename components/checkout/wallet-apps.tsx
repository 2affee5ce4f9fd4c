import type { ReactNode } from "react";

type WalletApp = { name: string; open: (link: string) => string; get: string };

/** Wallet apps with a built-in browser, and the deep link that opens a page in each, from their documentation. */
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

/** Links that open the checkout in a wallet app. Plain links, because phones open an app only directly from a tap. */
export function OpenInWalletApp({ link, isFramed }: { link: string; isFramed: boolean }) {
  return (
    <List>
      {walletApps.map(({ name, open }) => (
        <AppLink key={name} href={open(link)} opensNewTab={isFramed}>
          {name}
        </AppLink>
      ))}
    </List>
  );
}

/** Links to each wallet's download page. */
export function GetWallet({ label }: { label: (wallet: string) => string }) {
  return (
    <List>
      {walletApps.map(({ name, get }) => (
        <AppLink key={name} href={get} opensNewTab>
          {label(name)}
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
  opensNewTab = false,
  children,
}: {
  href: string;
  opensNewTab?: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <a
        href={href}
        rel="noreferrer"
        target={opensNewTab ? "_blank" : undefined}
        className="flex min-h-11 items-center justify-center rounded-lg border border-line px-2 py-2 text-center text-sm leading-tight font-medium transition-colors hover:border-line-strong hover:bg-sunken"
      >
        {children}
      </a>
    </li>
  );
}
