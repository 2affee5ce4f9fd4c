import { type Config, type CreateConnectorFn, createConfig, createStorage, custom } from "wagmi";
import { announcedWallets } from "#components/checkout/announced-wallets.ts";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import type { Translate } from "#components/checkout/messages/messages.ts";
import { browserWallet, legacyWallet } from "#components/checkout/wallet/browser-wallet.ts";
import { demoWallet } from "#components/checkout/wallet/demo-wallet.ts";
import { ensureStorage } from "#components/checkout/wallet/ensure-storage.ts";
import { walletChains } from "#components/checkout/wallet/wallet-chains.ts";

/** A transport that rejects every call: the gateway reads balances and fees, and the wallet signs. */
const noNode = custom({
  request: async ({ method }) => {
    throw new Error(`The checkout has no node to send ${method} to.`);
  },
});

/**
 * Creates the wagmi config with the available wallets: those in this browser, the demo wallet if enabled, and remote
 * wallets if the operator has set up WalletConnect. The buyer's list keeps this order.
 */
export async function createWalletConfig(data: CheckoutData, t: Translate): Promise<Config> {
  ensureStorage();
  const chains = walletChains(data);
  const announced = announcedWallets().map(browserWallet);
  const connectors: CreateConnectorFn[] = announced.length > 0 ? announced : legacyWallet(t("wallet.browser"));
  if (data.demoWallet !== null) connectors.push(demoWallet(data.demoWallet, t("wallet.demo")));
  if (data.walletConnectProjectId !== null) {
    const { remoteWallets } = await import("#components/checkout/wallet/remote-wallets.ts");
    connectors.push(...remoteWallets(data.walletConnectProjectId));
  }
  return createConfig({
    chains,
    connectors,
    transports: Object.fromEntries(chains.map(({ id }) => [id, noNode])),
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: localStorage, key: "till.wallet" }),
  });
}
