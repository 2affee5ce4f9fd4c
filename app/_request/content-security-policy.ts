import { inlineStyleHashes } from "#app/_request/inline-style-hashes.ts";
import { env } from "#lib/env/env.ts";

export type PageSecurity = {
  /** The only origin that may frame the page, `'none'`, or `*`. */
  frameAncestors: string;
  connectsWallets: boolean;
};

/** Returns the content security policy of one response, with a new nonce. */
export function contentSecurityPolicy(page: PageSecurity): string {
  const isDev = process.env.NODE_ENV === "development";
  return renderPolicy(page, {
    nonce: btoa(crypto.randomUUID()),
    isDev,
    styleHashes: isDev ? [] : inlineStyleHashes(),
    walletHosts: page.connectsWallets ? walletHosts(env()) : [],
    walletFrames: page.connectsWallets ? walletFrames(env()) : [],
  });
}

type PolicySources = {
  nonce: string;
  isDev: boolean;
  styleHashes: readonly string[];
  walletHosts: readonly string[];
  walletFrames: readonly string[];
};

/** Renders the policy: scripts need the nonce, and the page connects only to its own host and the wallets' hosts. */
export function renderPolicy({ frameAncestors, connectsWallets }: PageSecurity, sources: PolicySources): string {
  const { nonce, isDev, styleHashes, walletHosts, walletFrames } = sources;
  const scripts = [`'nonce-${nonce}'`, "'strict-dynamic'"];
  // In development, Turbopack evaluates modules.
  if (isDev) scripts.push("'unsafe-eval'");
  const styles = ["'self'", ...styleHashes];
  // In development, Next's error overlay has inline styles.
  if (isDev) styles.push("'unsafe-inline'");
  // The merchant's color is a style with the nonce.
  else if (connectsWallets) styles.push(`'nonce-${nonce}'`);
  const directives = [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    `connect-src ${["'self'", ...walletHosts].join(" ")}`,
    "font-src 'self'",
    // Browser wallets announce their icons as data URLs (EIP-6963).
    `img-src 'self'${connectsWallets ? " data:" : ""}`,
    ...(connectsWallets ? [`frame-src ${["'self'", ...walletFrames].join(" ")}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ];
  return directives.join("; ");
}

type WalletSettings = {
  WALLETCONNECT_PROJECT_ID?: string | undefined;
  WALLETCONNECT_RELAY_URL?: string | undefined;
  DEMO_WALLET_RPC_URLS: Record<string, string>;
};

/** Returns the hosts that wallets connect to: the relays if WalletConnect is set up, and the demo wallet's nodes. */
export function walletHosts(settings: WalletSettings): string[] {
  const { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL, DEMO_WALLET_RPC_URLS } = settings;
  const relays = WALLETCONNECT_RELAY_URL === undefined ? publicRelays : [new URL(WALLETCONNECT_RELAY_URL).origin];
  const hosts = WALLETCONNECT_PROJECT_ID === undefined ? [] : [...relays, ...remoteWalletHosts];
  return [...hosts, ...Object.values(DEMO_WALLET_RPC_URLS).map((url) => new URL(url).origin)];
}

/**
 * Returns the hosts of the invisible frame in which WalletConnect attests the page's origin, so that a wallet
 * can show whether the origin is the project's. Without it, every request waits 5 s for nothing.
 */
export function walletFrames({ WALLETCONNECT_PROJECT_ID }: WalletSettings): string[] {
  return WALLETCONNECT_PROJECT_ID === undefined
    ? []
    : ["https://verify.walletconnect.org", "https://verify.walletconnect.com"];
}

const publicRelays = ["wss://relay.walletconnect.com", "wss://relay.walletconnect.org"];

const remoteWalletHosts = [
  "https://*.walletconnect.com",
  "https://*.walletconnect.org",
  "wss://www.walletlink.org",
  "https://chain-proxy.wallet.coinbase.com",
];
