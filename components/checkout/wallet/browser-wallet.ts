import { type CreateConnectorFn, injected } from "wagmi";
import { type AnnouncedWallet, legacyProvider } from "#components/checkout/announced-wallets.ts";

type Target = Exclude<Parameters<typeof injected>[0], undefined>["target"];

/** A wallet that has announced itself. */
export function browserWallet({ info, provider }: AnnouncedWallet): CreateConnectorFn {
  const icon = info.icon.trim();
  return onAnyNetwork({
    id: info.rdns,
    name: info.name,
    provider,
    ...(icon.startsWith("data:image/") ? { icon } : {}),
  });
}

/** The one that is just there, as in the browsers of some wallet apps; none where there is none. */
export function legacyWallet(name: string): CreateConnectorFn[] {
  const provider = legacyProvider();
  return provider === undefined ? [] : [onAnyNetwork({ id: "injected", name, provider })];
}

/**
 * Connects on whatever network the wallet is on. It is asked to switch when an option has been chosen that needs it, and
 * has been explained; at the beginning nobody would know why.
 */
function onAnyNetwork(target: object): CreateConnectorFn {
  const create = injected({ target: target as Target, unstable_shimAsyncInject: false });
  return (config) => {
    const connector = create(config);
    const connect = connector.connect.bind(connector);
    const stay = (parameters?: Parameters<typeof connect>[0]) => connect({ ...parameters, chainId: undefined });
    return { ...connector, ...iconOf(target), connect: stay as typeof connector.connect };
  };
}

const iconOf = (target: { icon?: string }) => (target.icon === undefined ? {} : { icon: target.icon });
