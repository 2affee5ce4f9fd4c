import type { TreasuryBalances } from "#lib/chain/treasury-balances.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import type { Difference, Holding } from "#lib/domain/payments/ledger/difference.ts";
import { holdingKey, parseHoldingKey, type TreasuryWallet } from "#lib/domain/payments/ledger/repository.ts";

/** What the books say of each treasury's tokens as of the blocks at which the chains were read, by holdingKey. */
export type Books = {
  settled: ReadonlyMap<string, bigint>;
  underWay: Record<"out" | "in", ReadonlyMap<string, bigint>>;
  wallets: readonly TreasuryWallet[];
};

/**
 * Lays what wallets have beside what the books say: pure. The books are read after the chain, so whatever had happened by
 * that block is in them, or under way. Less than the books, beyond what settlements under way may have taken, is a
 * deficit. More, beyond what collections under way may have brought, is a surplus, and no difference: anybody can send
 * tokens to a wallet. So a theft no larger than what is under way shows when that has come to its end.
 */
export function compareBalances(
  chains: readonly TreasuryBalances[],
  books: Books,
): { differences: Difference[]; holdings: Holding[] } {
  const differences: Difference[] = [];
  const holdings: Holding[] = [];
  const seen = new Set<string>();
  for (const { chainId, blockNumber, tokens } of chains) {
    for (const { wallet, token, amount: onChain } of tokens) {
      const asset = toCaip19({ chainId, address: token });
      const key = holdingKey(chainId, wallet, asset);
      if (onChain === null) continue;
      seen.add(key);
      const booked = books.settled.get(key) ?? 0n;
      if (booked === 0n && onChain === 0n) continue;
      const [underWay, coming] = [books.underWay.out.get(key) ?? 0n, books.underWay.in.get(key) ?? 0n];
      const missing = booked - underWay - onChain;
      if (missing > 0n) {
        differences.push({ kind: "deficit", chainId, wallet, asset, books: booked, onChain, underWay, missing });
      }
      const surplus = onChain - booked - coming;
      holdings.push({
        chainId,
        blockNumber,
        wallet,
        asset,
        books: booked,
        onChain,
        surplus: surplus > 0n ? surplus : 0n,
      });
    }
  }
  return { differences: [...differences, ...foreign(chains, books.wallets), ...unseen(books.settled, seen)], holdings };
}

function foreign(chains: readonly TreasuryBalances[], wallets: readonly TreasuryWallet[]): Difference[] {
  const ours = new Map(wallets.map(({ chainId, wallet, nextNonce }) => [`${chainId}:${wallet}`, nextNonce]));
  return chains.flatMap(({ chainId, wallets: onChain }) =>
    onChain.flatMap(({ wallet, nonce }): Difference[] => {
      const next = ours.get(`${chainId}:${wallet}`);
      if (next === undefined || nonce <= next) return [];
      return [{ kind: "foreign_transaction", chainId, wallet, onChain: nonce, ours: next }];
    }),
  );
}

/** Tokens that the books have somewhere where nobody looked. */
function unseen(booked: ReadonlyMap<string, bigint>, seen: ReadonlySet<string>): Difference[] {
  return [...booked].flatMap(([key, amount]): Difference[] => {
    if (amount === 0n || seen.has(key)) return [];
    return [{ kind: "not_checked", ...parseHoldingKey(key), reason: "its balance could not be read" }];
  });
}
