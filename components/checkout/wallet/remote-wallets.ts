import { coinbaseWallet, rainbowWallet, trustWallet, walletConnectWallet } from "@rainbow-me/rainbowkit/wallets";
import type { CreateConnectorFn } from "wagmi";
import type { WalletConnectSettings } from "#components/checkout/checkout-data.ts";
import { isExpired } from "#components/checkout/wallet/remote-session.ts";

/** The installation as wallets show it: the same for every payment, because a session outlives the payment that began it. */
const app = { name: "Till", description: "Checkout for payments with stablecoins", icon: "/icons/till.png" };

/** The requests that a payment can need, which a wallet shows when it connects. */
const optionalMethods = [
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "personal_sign",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];
const optionalEvents = ["accountsChanged", "chainChanged"];

/**
 * Creates connectors for wallets on other devices and in apps, through the operator's WalletConnect project. RainbowKit's own
 * function would add a connector that opens WalletConnect's list, which isn't installed (package.json, overrides).
 */
export function remoteWallets({ projectId, relayUrl }: WalletConnectSettings): CreateConnectorFn[] {
  window.addEventListener("unhandledrejection", handleExpiry);
  const icon = new URL(app.icon, location.origin).href;
  const parameters = {
    metadata: { name: app.name, description: app.description, url: location.origin, icons: [icon] },
    optionalMethods,
    optionalEvents,
    // Only the networks of the session are offered, so a network that the installation adds doesn't end it.
    isNewChainsStale: false,
    ...(relayUrl === null ? {} : { relayUrl }),
  };
  return [walletConnectWallet, coinbaseWallet, rainbowWallet, trustWallet].map((createWallet, index) => {
    const wallet = createWallet({
      projectId,
      appName: app.name,
      appIcon: icon,
      options: parameters,
      walletConnectParameters: parameters,
    });
    const { createConnector, hidden: _, ...details } = wallet;
    return createConnector({
      rkDetails: { ...details, index, groupIndex: 0, groupName: "", isRainbowKitConnector: true },
    });
  });
}

/** WalletConnect also rejects a promise that nothing awaits when a proposal or a request expires. Its caller has the error. */
function handleExpiry(event: PromiseRejectionEvent): void {
  if (isExpired(event.reason)) event.preventDefault();
}
