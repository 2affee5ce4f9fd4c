import { parseEther, parseGwei } from "viem";
import { type AccountMode, modeOfChain, simulatedChainId } from "#lib/core/account-mode.ts";
import { env } from "#lib/env/env.ts";

/** The blocks that nodes mark as unlikely (`safe`) or impossible (`finalized`) to be reorganized. */
export type FinalityTag = "safe" | "finalized";

/** The properties of a chain. */
export type RegisteredChain = {
  id: number;
  name: string;
  blockTimeMs: number;
  /** Blocks after which a transaction counts as final, its own block included. */
  confirmations: number;
  /** The reason for the number of confirmations, as docs/operations.md shows it. */
  finalityReason: string;
  /** The usual age in seconds of the block that nodes mark with a tag; null where nodes don't support the tag. */
  tagSeconds: Readonly<Record<FinalityTag, number | null>>;
  feeType: "eip1559" | "legacy";
  /** True where gas includes what the parent chain charges at the moment, so that a gas limit can't be reused. */
  hasParentChainGas?: true;
  /** The highest gas price paid: above it no new transaction is sent and no fee is bumped. */
  gasCeilingGwei: string;
  /**
   * The price of a native coin in US dollars where `NATIVE_PRICE_USD_<chain id>` isn't set. On the high side, so that an
   * installation without the setting doesn't spend more than it means to.
   */
  nativeUsd: string;
  /** The symbol of the native coin. */
  nativeSymbol: string;
  /** The chain charges for publishing a transaction on its parent chain, in addition to its gas (OP Stack). */
  hasDataFee?: true;
  /** Null for a chain that no one can look at. */
  explorerUrl: string | null;
  /** Orders otherwise equal payment options, cheapest first. */
  costRank: number;
};

/** A chain with this installation's settings. `finalityTag` replaces the confirmations where it is set. */
export type Chain = RegisteredChain & { finalityTag: FinalityTag | null };

/** Every supported chain on which money moves. */
export const registry: readonly RegisteredChain[] = [
  {
    id: 8453,
    name: "Base",
    blockTimeMs: 2_000,
    confirmations: 10,
    finalityReason: "One sequencer orders the blocks; 20 s covers a restart that loses its newest ones",
    tagSeconds: { safe: 180, finalized: 1_200 },
    feeType: "eip1559",
    gasCeilingGwei: "20",
    nativeUsd: "5000",
    nativeSymbol: "ETH",
    hasDataFee: true,
    explorerUrl: "https://basescan.org",
    costRank: 1,
  },
  {
    id: 42161,
    name: "Arbitrum One",
    blockTimeMs: 250,
    confirmations: 40,
    finalityReason: "One sequencer orders the blocks; 10 s covers a restart that loses its newest ones",
    tagSeconds: { safe: 600, finalized: 1_200 },
    feeType: "eip1559",
    hasParentChainGas: true,
    gasCeilingGwei: "20",
    nativeUsd: "5000",
    nativeSymbol: "ETH",
    explorerUrl: "https://arbiscan.io",
    costRank: 2,
  },
  {
    id: 10,
    name: "OP Mainnet",
    blockTimeMs: 2_000,
    confirmations: 10,
    finalityReason: "One sequencer orders the blocks; 20 s covers a restart that loses its newest ones",
    tagSeconds: { safe: 180, finalized: 1_200 },
    feeType: "eip1559",
    gasCeilingGwei: "20",
    nativeUsd: "5000",
    nativeSymbol: "ETH",
    hasDataFee: true,
    explorerUrl: "https://optimistic.etherscan.io",
    costRank: 3,
  },
  {
    id: 42220,
    name: "Celo",
    blockTimeMs: 1_000,
    confirmations: 12,
    finalityReason: "One sequencer orders the blocks; 12 s covers a restart that loses its newest ones",
    tagSeconds: { safe: 180, finalized: 1_200 },
    feeType: "eip1559",
    gasCeilingGwei: "500",
    nativeUsd: "1",
    nativeSymbol: "CELO",
    hasDataFee: true,
    explorerUrl: "https://celoscan.io",
    costRank: 4,
  },
  {
    id: 143,
    name: "Monad",
    blockTimeMs: 400,
    confirmations: 5,
    finalityReason: "Blocks are final after two rounds of votes, which 5 blocks exceed",
    tagSeconds: { safe: 1, finalized: 1 },
    feeType: "eip1559",
    gasCeilingGwei: "1000",
    nativeUsd: "1",
    nativeSymbol: "MON",
    explorerUrl: "https://monadscan.com",
    costRank: 5,
  },
  {
    id: 137,
    name: "Polygon",
    blockTimeMs: 2_000,
    confirmations: 16,
    finalityReason: "Milestones make blocks final within seconds; 16 blocks cover the time when one is late",
    tagSeconds: { safe: null, finalized: 6 },
    feeType: "eip1559",
    gasCeilingGwei: "2000",
    nativeUsd: "1",
    nativeSymbol: "POL",
    explorerUrl: "https://polygonscan.com",
    costRank: 6,
  },
  {
    id: 56,
    name: "BNB Smart Chain",
    blockTimeMs: 750,
    confirmations: 15,
    finalityReason: "Fast finality needs 2 blocks; 15 is the rule while votes are missing",
    tagSeconds: { safe: 1, finalized: 2 },
    feeType: "legacy",
    gasCeilingGwei: "20",
    nativeUsd: "1200",
    nativeSymbol: "BNB",
    explorerUrl: "https://bscscan.com",
    costRank: 7,
  },
  {
    id: 1,
    name: "Ethereum",
    blockTimeMs: 12_000,
    confirmations: 12,
    finalityReason: "Reorgs have been one or two blocks deep since proof of stake",
    tagSeconds: { safe: 480, finalized: 960 },
    feeType: "eip1559",
    gasCeilingGwei: "300",
    nativeUsd: "5000",
    nativeSymbol: "ETH",
    explorerUrl: "https://etherscan.io",
    costRank: 8,
  },
];

/** The properties of a testnet that its live chain doesn't share. */
type Testnet = Pick<RegisteredChain, "id" | "name"> & { explorerUrl: string; nativeUsd?: string };

/** A testnet runs the software of its live chain, so its blocks, fees and finality are the same. */
function testnetOf(liveId: number, { nativeUsd, ...own }: Testnet): RegisteredChain {
  const live = registry.find(({ id }) => id === liveId);
  if (live === undefined) throw new Error(`chain ${liveId} is not in the registry`);
  return { ...live, ...own, nativeUsd: nativeUsd ?? live.nativeUsd };
}

/**
 * A price for coins that have none, so that gas budgets limit what test payments spend of them: five coins of the default budget of a day, which
 * is about what faucets give.
 */
const scarceCoinUsd = "100";

/** The chains of test mode: the simulated one, and the testnets, which are enabled by `RPC_URLS_<chain id>`. */
export const testRegistry: readonly RegisteredChain[] = [
  {
    id: simulatedChainId,
    name: "Test network",
    blockTimeMs: 1_000,
    confirmations: 1,
    finalityReason: "Nothing is sent anywhere",
    tagSeconds: { safe: null, finalized: null },
    feeType: "eip1559",
    gasCeilingGwei: "0",
    nativeUsd: "0",
    nativeSymbol: "ETH",
    explorerUrl: null,
    costRank: 0,
  },
  testnetOf(8453, { id: 84_532, name: "Base Sepolia", explorerUrl: "https://sepolia.basescan.org" }),
  testnetOf(42161, { id: 421_614, name: "Arbitrum Sepolia", explorerUrl: "https://sepolia.arbiscan.io" }),
  testnetOf(10, { id: 11_155_420, name: "OP Sepolia", explorerUrl: "https://optimism-sepolia.blockscout.com" }),
  testnetOf(42220, {
    id: 11_142_220,
    name: "Celo Sepolia",
    explorerUrl: "https://celo-sepolia.blockscout.com",
    nativeUsd: scarceCoinUsd,
  }),
  testnetOf(143, {
    id: 10_143,
    name: "Monad Testnet",
    explorerUrl: "https://testnet.monadexplorer.com",
    nativeUsd: scarceCoinUsd,
  }),
  testnetOf(137, {
    id: 80_002,
    name: "Polygon Amoy",
    explorerUrl: "https://amoy.polygonscan.com",
    nativeUsd: scarceCoinUsd,
  }),
  testnetOf(56, { id: 97, name: "BNB Testnet", explorerUrl: "https://testnet.bscscan.com" }),
  testnetOf(1, { id: 11_155_111, name: "Ethereum Sepolia", explorerUrl: "https://sepolia.etherscan.io" }),
];

/** Returns the chains that the payments of a mode's accounts can be on, enabled or not. */
export function registryOf(mode: AccountMode): readonly RegisteredChain[] {
  return mode === "test" ? testRegistry : registry;
}

const byId = new Map([...registry, ...testRegistry].map((chain) => [chain.id, chain]));

/** True for the chain that has no node. */
export function isSimulated(chainId: number): boolean {
  return chainId === simulatedChainId;
}

/** Returns the ids of the chains that take the payments of a mode's accounts. */
export function offeredChainIds(mode: AccountMode): number[] {
  const enabled = enabledChainIds().filter((chainId) => modeOfChain(chainId) === mode);
  return mode === "test" ? [simulatedChainId, ...enabled] : enabled;
}

/** Returns a chain of the registries, enabled or not; null for an unknown id. */
export function findChain(chainId: number): RegisteredChain | null {
  return byId.get(chainId) ?? null;
}

/**
 * Returns a chain of the registries with this installation's settings.
 * @throws Error for an unknown id, and for a finality tag that the chain's nodes don't support.
 */
export function getChain(chainId: number): Chain {
  const chain = byId.get(chainId);
  if (chain === undefined) throw new Error(`chain ${chainId} is not in the registry`);
  const { confirmations, finalityTags } = env();
  const finalityTag = finalityTags.get(chainId) ?? null;
  if (finalityTag !== null && chain.tagSeconds[finalityTag] === null) {
    throw new Error(`FINALITY_${chainId}: ${chain.name} has no "${finalityTag}" blocks`);
  }
  return { ...chain, confirmations: confirmations.get(chainId) ?? chain.confirmations, finalityTag };
}

/** True where gas includes what the parent chain charges at the moment: a transaction's gas is estimated when it is sent. */
export function hasParentChainGas(chainId: number): boolean {
  return getChain(chainId).hasParentChainGas ?? false;
}

/** Returns a chain's gas ceiling in wei, from `MAX_GAS_PRICE_GWEI_<chain id>` or the registry. */
export function gasCeiling(chainId: number): bigint {
  return parseGwei(env().maxGasPricesGwei.get(chainId) ?? getChain(chainId).gasCeilingGwei);
}

/** The collections that a wallet can still pay for, at the highest gas price, after native coin was moved out of it. */
const reserved = { collections: 10n, gas: 150_000n };

/**
 * Returns the native coin in wei that stays in a relayer wallet for gas, from `GAS_RESERVE_<chain id>` or ten
 * collections' worth.
 */
export function gasReserve(chainId: number): bigint {
  const text = env().gasReserves.get(chainId);
  return text === undefined ? reserved.collections * reserved.gas * gasCeiling(chainId) : parseEther(text);
}

/**
 * Returns the price of a chain's native coin in millionths of a US dollar, from `NATIVE_PRICE_USD_<chain id>` or the registry. 0
 * where gas costs nothing, as on local chains.
 */
export function nativePrice(chainId: number): bigint {
  const text = env().nativePricesUsd.get(chainId) ?? getChain(chainId).nativeUsd;
  const [dollars = "0", fraction = ""] = text.split(".");
  return BigInt(dollars + fraction.padEnd(6, "0"));
}

/** True when payments are taken on a chain: it is simulated, or in a registry and has a node (`RPC_URLS_<chain id>`). */
export function isEnabled(chainId: number): boolean {
  return isSimulated(chainId) || (byId.has(chainId) && env().rpcUrls.has(chainId));
}

/** Returns the ids of the chains that have a node, testnets included. @throws Error when a node is configured for an unknown chain. */
export function enabledChainIds(): number[] {
  const ids = [...env().rpcUrls.keys()];
  for (const id of ids) getChain(id);
  if (ids.some(isSimulated)) throw new Error(`chain ${simulatedChainId} is simulated and has no node`);
  return ids;
}

/**
 * Returns the seconds from confirm to finality that a buyer should expect: one block until the transaction is included, one
 * block for each transaction before it, and the confirmations or the usual age of the tagged block.
 */
export function expectedSeconds(
  {
    blockTimeMs,
    confirmations,
    finalityTag,
    tagSeconds,
  }: Pick<Chain, "blockTimeMs" | "confirmations" | "finalityTag" | "tagSeconds">,
  transactionsBefore = 0,
): number {
  const finalitySeconds =
    (finalityTag === null ? null : tagSeconds[finalityTag]) ?? (blockTimeMs * confirmations) / 1_000;
  return Math.max(1, Math.ceil(finalitySeconds + (blockTimeMs * (1 + transactionsBefore)) / 1_000));
}
