import { connectorsForWallets } from "@rainbow-me/rainbowkit";
import { coinbaseWallet, rainbowWallet, trustWallet, walletConnectWallet } from "@rainbow-me/rainbowkit/wallets";
import type { CreateConnectorFn } from "wagmi";
import type { WalletConnectSettings } from "#components/checkout/checkout-data.ts";

/**
 * Creates connectors for wallets on other devices and in apps, through the operator's WalletConnect project. Phones get
 * no entry for WalletConnect itself: it would open WalletConnect's own list, which isn't installed (package.json,
 * overrides).
 */
export function remoteWallets({ projectId, relayUrl }: WalletConnectSettings): CreateConnectorFn[] {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const walletConnect = isPhone ? [] : [walletConnectWallet];
  const group = { groupName: "More", wallets: [...walletConnect, coinbaseWallet, rainbowWallet, trustWallet] };
  const walletConnectParameters = relayUrl === null ? {} : { relayUrl };
  return connectorsForWallets([group], { projectId, appName: document.title, walletConnectParameters });
}
