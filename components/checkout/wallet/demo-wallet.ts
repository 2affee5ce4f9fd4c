import { type CreateConnectorFn, mock } from "wagmi";
import type { DemoWallet } from "#components/checkout/checkout-data.ts";
import type { Address } from "#lib/core/caip.ts";

const id = "till.demo";
const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b6b4f" d="M0 0h16v16H0z"/><path fill="#fff" d="M4 3h8v10l-1.3-1-1.4 1L8 12l-1.3 1-1.4-1L4 13z"/></svg>`;

/** Creates the demo wallet's connector. The local chain nodes sign for its account: real signatures, worthless tokens. */
export function demoWallet({ address }: DemoWallet, name: string): CreateConnectorFn {
  const create = mock({ accounts: [address as Address], features: { defaultConnected: true, reconnect: true } });
  return (config) => {
    const connector = create(config);
    return {
      ...connector,
      id,
      name,
      icon: `data:image/svg+xml,${encodeURIComponent(iconSvg)}`,
      // The mock is always authorized. Reconnect only if the buyer used the demo wallet last.
      isAuthorized: async () => (await config.storage?.getItem("recentConnectorId")) === id,
    };
  };
}
