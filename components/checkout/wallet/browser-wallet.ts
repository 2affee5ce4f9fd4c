import { type CreateConnectorFn, injected } from "wagmi";
import { type AnnouncedWallet, legacyProvider } from "#components/checkout/announced-wallets.ts";
import { switchNetwork } from "#components/checkout/wallet/switch-network.ts";
import { standardProvider, type WalletProvider } from "#components/checkout/wallet/wallet-provider.ts";

type Target = Exclude<Parameters<typeof injected>[0], undefined>["target"];

/** Creates the connector of an announced wallet. */
export function browserWallet({ info, provider }: AnnouncedWallet): CreateConnectorFn {
  const { rdns, name, icon } = info;
  return onAnyNetwork({ id: rdns, name, provider, ...(icon.startsWith("data:image/") ? { icon } : {}) });
}

/** Creates the connector of `window.ethereum`; empty if the browser has none. */
export function legacyWallet(name: string): CreateConnectorFn[] {
  const provider = legacyProvider();
  return provider === undefined ? [] : [onAnyNetwork({ id: "injected", name, provider })];
}

type Wallet = { id: string; name: string; provider: unknown; icon?: string };

/**
 * Creates a connector that connects on the wallet's current network. The checkout asks to switch only after the buyer
 * has chosen an option on another network and has read why; a request before that would be unexpected.
 */
function onAnyNetwork(wallet: Wallet): CreateConnectorFn {
  const provider = standardProvider(wallet.provider as WalletProvider);
  const create = injected({ target: { ...wallet, provider } as Target, unstable_shimAsyncInject: false });
  return (config) => {
    const connector = create(config);
    const connect = connector.connect.bind(connector);
    const connectWithoutSwitch = (parameters?: Parameters<typeof connect>[0]) =>
      connect({ ...parameters, chainId: undefined });
    const switchChain = async ({ chainId }: { chainId: number }) => {
      const chain = config.chains.find(({ id }) => id === chainId);
      if (chain === undefined) throw new Error(`The checkout has no network ${chainId}.`);
      await switchNetwork(provider, chain);
      // For a wallet that doesn't report it.
      config.emitter.emit("change", { chainId });
      return chain;
    };
    return {
      ...connector,
      ...iconOf(wallet),
      connect: connectWithoutSwitch as typeof connector.connect,
      switchChain,
    };
  };
}

const iconOf = (target: { icon?: string }) => (target.icon === undefined ? {} : { icon: target.icon });
