import type { RegisteredWallet } from "#lib/chain/relay/wallets/wallets.ts";
import type { TreasuryBalances } from "#lib/chain/treasury-balances.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import type { Difference, Holding } from "#lib/domain/payments/ledger/difference.ts";
import { holdingKey, parseHoldingKey } from "#lib/domain/payments/ledger/repository.ts";

/** The books as of the blocks at which the chains were read: sums of each treasury's tokens by holdingKey, and wallets. */
export type Books = {
  booked: ReadonlyMap<string, bigint>;
  underWay: Record<"out" | "in", ReadonlyMap<string, bigint>>;
  wallets: readonly RegisteredWallet[];
};

/**
 * Compares on-chain balances with the books. Pure. The books are read after the chain, so they hold everything up to that
 * block, as booked or under way. A balance below the books, by more than payouts under way may have taken, is a deficit.
 * A balance above them, by more than collections under way may have brought, is a surplus, which is no difference because
 * anyone can send tokens to a wallet. A theft smaller than the amounts under way shows once those have ended.
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
      const booked = books.booked.get(key) ?? 0n;
      if (booked === 0n && onChain === 0n) continue;
      const underWay = books.underWay.out.get(key) ?? 0n;
      const coming = books.underWay.in.get(key) ?? 0n;
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
  return {
    differences: [...differences, ...findForeign(chains, books.wallets), ...findUnchecked(books, seen)],
    holdings,
  };
}

function findForeign(chains: readonly TreasuryBalances[], wallets: readonly RegisteredWallet[]): Difference[] {
  const ours = new Map(wallets.map(({ chainId, wallet, nextNonce }) => [`${chainId}:${wallet}`, nextNonce]));
  return chains.flatMap(({ chainId, wallets: onChain }) =>
    onChain.flatMap(({ wallet, nonce }): Difference[] => {
      const next = ours.get(`${chainId}:${wallet}`);
      if (next === undefined || nonce <= next) return [];
      return [{ kind: "foreign_transaction", chainId, wallet, onChain: nonce, ours: next }];
    }),
  );
}

/**
 * Booked holdings of relayer wallets whose on-chain balance could not be read. Treasuries and fee recipients that are no
 * relayer wallets are left out: their owners spend the money as they like, so the balance doesn't have to match the books.
 */
function findUnchecked({ booked, wallets }: Books, seen: ReadonlySet<string>): Difference[] {
  const ours = new Set(wallets.map(({ chainId, wallet }) => `${chainId}:${wallet}`));
  return [...booked].flatMap(([key, amount]): Difference[] => {
    const holding = parseHoldingKey(key);
    if (amount === 0n || seen.has(key) || !ours.has(`${holding.chainId}:${holding.wallet}`)) return [];
    return [{ kind: "not_checked", ...holding, reason: "its balance could not be read" }];
  });
}
