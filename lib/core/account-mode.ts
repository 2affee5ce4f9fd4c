import type { PartnerId, TestPartnerId } from "#lib/core/ids.ts";

/** Money moves in a live account only. */
export type AccountMode = "live" | "test";

/** True for a partner's test account. The database has the same rule as `is_test_account`. */
export function isTestAccount(partnerId: PartnerId): partnerId is TestPartnerId {
  return partnerId.startsWith("test_");
}

/** Returns the mode of an account, and so of all that belongs to it. It never changes. */
export function modeOf(partnerId: PartnerId): AccountMode {
  return isTestAccount(partnerId) ? "test" : "live";
}

/** The chain whose blocks, balances and contracts are simulated: it has no node, and nothing on it is worth anything. */
export const simulatedChainId = 31_337;

/** The chains that take test payments and no others. The database has the same ids in `is_test_chain`. */
const testChainIds: ReadonlySet<number> = new Set([
  simulatedChainId,
  11_155_111, // Ethereum Sepolia
  84_532, // Base Sepolia
  421_614, // Arbitrum Sepolia
  11_155_420, // OP Sepolia
  80_002, // Polygon Amoy
  97, // BNB testnet
  11_142_220, // Celo Sepolia
  10_143, // Monad testnet
]);

/** Returns the mode of the accounts whose payments a chain takes. */
export function modeOfChain(chainId: number): AccountMode {
  return testChainIds.has(chainId) ? "test" : "live";
}
