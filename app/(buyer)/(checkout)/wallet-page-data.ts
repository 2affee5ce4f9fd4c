import type { DemoWallet, WalletConnectSettings } from "#components/checkout/checkout-data.ts";
import type { Expiry } from "#components/checkout/countdown.tsx";
import { timeUnitLabels } from "#components/checkout/format-time.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import { env } from "#lib/env/env.ts";

/** The wallets that the installation offers besides those in the browser. */
export function readWalletSettings(): { demoWallet: DemoWallet | null; walletConnect: WalletConnectSettings | null } {
  return { demoWallet: findDemoWallet(), walletConnect: findWalletConnect() };
}

/** Returns the operator's WalletConnect project; null for none. */
function findWalletConnect(): WalletConnectSettings | null {
  const { WALLETCONNECT_PROJECT_ID: projectId, WALLETCONNECT_RELAY_URL: relayUrl = null } = env();
  return projectId === undefined ? null : { projectId, relayUrl };
}

/** Returns the demo wallet; null unless the demo, which runs its own chains, has configured one. */
function findDemoWallet(): DemoWallet | null {
  const { DEMO_WALLET_ADDRESS: address, DEMO_WALLET_RPC_URLS: rpcUrls } = env();
  return address === undefined || Object.keys(rpcUrls).length === 0 ? null : { address, rpcUrls };
}

/** Formats an expiry for the page's countdown. */
export function presentExpiry(expiresAt: Date, locale: string, now: Date): Expiry {
  const format = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
    timeZoneName: "short",
  });
  return {
    expiresAt: toUnixSeconds(expiresAt),
    expiresAtText: format.format(expiresAt),
    serverNowMs: now.getTime(),
    unitLabels: timeUnitLabels(locale),
  };
}
