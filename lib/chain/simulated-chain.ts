import { simulatedTokens } from "#lib/chain/tokens.ts";
import { simulatedChainId } from "#lib/core/account-mode.ts";
import type { Address } from "#lib/core/caip.ts";

// The answers of the chain of test mode, in place of a node's. No key of these addresses exists.

/** A billion of each token, in smallest units, for every account. */
export const simulatedBalance = 10n ** 15n;

export const simulatedChain = {
  /** The wallet that would submit collections. */
  submitter: "0x7e57CE8e39518fE343F542E6FD3f0cAa2fE0c0fD" as Address,
  custody: {
    treasury: "0x7E5714398e74864cF294A9f53d89362d68c190A2" as Address,
    feeRecipient: "0x7E5727E89f3B12FD9C11a0B72b2E2c438e66d59c" as Address,
  },
  /** The account that pays where no wallet does. */
  buyer: { chainId: simulatedChainId, address: "0x7e57496Ca366EB9eEA101a3840Dd395dD143639f" as Address },
  /** All tokens of the chain are as expected. */
  tokens: simulatedTokens.map((token) => ({ token, method: token.method, domain: token.domains[0] ?? null })),
  holdingsOf: (account: Address, tokens: readonly Address[]) => ({
    account,
    isContract: false,
    hasCode: false,
    holdings: tokens.map(() => ({ balance: simulatedBalance, allowance: 0n })),
  }),
};
