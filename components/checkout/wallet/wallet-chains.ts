import { arbitrum, base, bsc, type Chain, celo, mainnet, monad, optimism, polygon } from "wagmi/chains";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";

const supported: readonly Chain[] = [base, arbitrum, optimism, celo, monad, polygon, bsc, mainnet];

/**
 * Returns the enabled chains as the checkout describes them to a wallet that doesn't know one. Only the wallet uses
 * their RPC URLs; the page itself calls none of them except the demo wallet's.
 */
export function walletChains({ networks, demoWallet }: CheckoutData): readonly [Chain, ...Chain[]] {
  const [first, ...others] = networks.flatMap(({ id }) => {
    const chain = supported.find((one) => one.id === id);
    const rpcUrl = demoWallet?.rpcUrls[String(id)];
    if (chain === undefined) return [];
    return [rpcUrl === undefined ? chain : { ...chain, rpcUrls: { default: { http: [rpcUrl] } } }];
  });
  if (first === undefined) throw new Error("The installation has no enabled chain.");
  return [first, ...others];
}
