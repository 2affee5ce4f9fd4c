import { type Config, type CreateConnectorFn, createConfig, createStorage, custom } from "wagmi";
import { arbitrum, base, bsc, type Chain, celo, foundry, mainnet, monad, optimism, polygon } from "wagmi/chains";
import { announcedWallets } from "#components/checkout/announced-wallets.ts";
import type { WalletSettings } from "#components/checkout/checkout-data.ts";
import type { Translate } from "#components/checkout/messages/messages.ts";
import { browserWallet, legacyWallet } from "#components/checkout/wallet/browser-wallet.ts";
import { demoWallet } from "#components/checkout/wallet/demo-wallet.ts";
import { ensureStorage, walletStorage } from "#components/checkout/wallet/ensure-storage.ts";

/** The chain of test mode, which has the usual id of local chains. Nothing is sent to it. */
const testNetwork: Chain = { ...foundry, name: "Test network" };
const knownChains: readonly Chain[] = [base, arbitrum, optimism, celo, monad, polygon, bsc, mainnet, testNetwork];

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
export async function createWalletConfig(settings: WalletSettings, t: Translate): Promise<Config> {
  ensureStorage();
  const chains = walletChains(settings, await loadChains(settings));
  const announced = announcedWallets().map(browserWallet);
  const connectors: CreateConnectorFn[] = announced.length > 0 ? announced : legacyWallet(t("wallet.browser"));
  if (settings.demoWallet !== null) connectors.push(demoWallet(settings.demoWallet, t("wallet.demo")));
  if (settings.walletConnect !== null) {
    const { remoteWallets } = await import("#components/checkout/wallet/remote-wallets.ts");
    connectors.push(...remoteWallets(settings.walletConnect));
  }
  return createConfig({
    chains,
    connectors,
    transports: Object.fromEntries(chains.map(({ id }) => [id, noNode])),
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: walletStorage, key: "till.wallet" }),
  });
}

/** Adds the testnets where the payment can be paid on one: no live payment loads them. */
async function loadChains({ networks }: WalletSettings): Promise<readonly Chain[]> {
  if (networks.every(({ id }) => knownChains.some((chain) => chain.id === id))) return knownChains;
  const { testnets } = await import("#components/checkout/wallet/testnets.ts");
  return [...knownChains, ...testnets];
}

/**
 * Returns the enabled chains as the checkout describes them to a wallet that doesn't know one. Only the wallet uses
 * their RPC URLs; the page itself calls none of them except the demo wallet's.
 */
function walletChains(
  { networks, demoWallet }: WalletSettings,
  chains: readonly Chain[],
): readonly [Chain, ...Chain[]] {
  const [first, ...others] = networks.flatMap(({ id }) => {
    const chain = chains.find((one) => one.id === id);
    const rpcUrl = demoWallet?.rpcUrls[String(id)];
    if (chain === undefined) return [];
    return [rpcUrl === undefined ? chain : { ...chain, rpcUrls: { default: { http: [rpcUrl] } } }];
  });
  if (first === undefined) throw new Error("The installation has no enabled chain.");
  return [first, ...others];
}
