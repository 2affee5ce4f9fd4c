import { arbitrum, base, bsc, type Chain, celo, mainnet, monad, optimism, polygon } from "wagmi/chains";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";

const known: readonly Chain[] = [base, arbitrum, optimism, celo, monad, polygon, bsc, mainnet];

/**
 * The enabled chains as a wallet is told of them when it does not know one. Their nodes are for the wallet alone: the
 * page asks none of them, but for those of the Demo wallet.
 */
export function ownChains({ networks, demoWallet }: CheckoutData): readonly [Chain, ...Chain[]] {
  const [first, ...others] = networks.flatMap(({ id }) => {
    const chain = known.find((one) => one.id === id);
    const node = demoWallet?.rpcUrls[String(id)];
    if (chain === undefined) return [];
    return [node === undefined ? chain : { ...chain, rpcUrls: { default: { http: [node] } } }];
  });
  if (first === undefined) throw new Error("no chain is enabled");
  return [first, ...others];
}
