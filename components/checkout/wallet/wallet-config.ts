import { type Config, type CreateConnectorFn, createConfig, createStorage, custom } from "wagmi";
import { announcedWallets } from "#components/checkout/announced-wallets.ts";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import type { Say } from "#components/checkout/messages/translate.ts";
import { browserWallet, legacyWallet } from "#components/checkout/wallet/browser-wallet.ts";
import { demoWallet } from "#components/checkout/wallet/demo-wallet.ts";
import { ensureStorage } from "#components/checkout/wallet/ensure-storage.ts";
import { ownChains } from "#components/checkout/wallet/own-chains.ts";

/** Balances and fees are the gateway's to know and signing is the wallet's: this page needs no node. */
const noNode = custom({
  request: async ({ method }) => {
    throw new Error(`${method}: the checkout asks no node`);
  },
});

/**
 * The wallets that can be used here: those in this browser, the Demo wallet where there is one, and those over the
 * internet where the operator has set them up. Their order is that of the list that the buyer sees.
 */
export async function createWalletConfig(data: CheckoutData, say: Say): Promise<Config> {
  ensureStorage();
  const chains = ownChains(data);
  const announced = announcedWallets().map(browserWallet);
  const connectors: CreateConnectorFn[] = announced.length > 0 ? announced : legacyWallet(say("wallet.browser"));
  if (data.demoWallet !== null) connectors.push(demoWallet(data.demoWallet, say("wallet.demo")));
  if (data.walletConnectProjectId !== null) {
    const { internetWallets } = await import("#components/checkout/wallet/internet-wallets.ts");
    connectors.push(...internetWallets(data.walletConnectProjectId));
  }
  return createConfig({
    chains,
    connectors,
    transports: Object.fromEntries(chains.map(({ id }) => [id, noNode])),
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: localStorage, key: "till.wallet" }),
  });
}
