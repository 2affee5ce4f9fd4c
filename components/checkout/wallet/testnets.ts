import {
  arbitrumSepolia,
  baseSepolia,
  bscTestnet,
  type Chain,
  celoSepolia,
  monadTestnet,
  optimismSepolia,
  polygonAmoy,
  sepolia,
} from "wagmi/chains";

/** The testnets of test mode, as the checkout describes them to a wallet that doesn't know one. */
export const testnets: readonly Chain[] = [
  baseSepolia,
  arbitrumSepolia,
  optimismSepolia,
  celoSepolia,
  monadTestnet,
  polygonAmoy,
  bscTestnet,
  sepolia,
];
