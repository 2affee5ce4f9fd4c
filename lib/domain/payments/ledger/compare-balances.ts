import type { RegisteredWallet } from "#lib/chain/relay/wallets/wallets.ts";
import type { TreasuryBalances } from "#lib/chain/treasury-balances.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import type { BookAccount } from "#lib/domain/payments/ledger/accounts/repository.ts";
import type { Difference, Holding } from "#lib/domain/payments/ledger/difference.ts";
import { holdingKey, parseHoldingKey, routerKey } from "#lib/domain/payments/ledger/repository.ts";

/** The books as of the blocks at which the chains were read: sums by holdingKey and routerKey, and our accounts and wallets. */
export type Books = {
  booked: ReadonlyMap<string, bigint>;
  /** Transfers that are on chain and not recorded yet, what arrived less what left. */
  underWay: ReadonlyMap<string, bigint>;
  accounts: readonly BookAccount[];
  wallets: readonly RegisteredWallet[];
};

/**
 * Compares on-chain balances with the books, to the unit. Pure. Every transfer up to the block is either booked, for a payment
 * or as received or missing, or under way. So a balance that differs changed without a transfer, or the books are wrong.
 */
export function compareBalances(
  chains: readonly TreasuryBalances[],
  books: Books,
): { differences: Difference[]; holdings: Holding[] } {
  const differences: Difference[] = [];
  const holdings: Holding[] = [];
  const followed = new Map(
    books.accounts.map((account) => [`${account.chainId} ${account.address} ${account.asset}`, account]),
  );
  const seen = new Set<string>();
  for (const { chainId, blockNumber, tokens } of chains) {
    for (const { wallet, token, amount: onChain } of tokens) {
      if (onChain === null) continue;
      const asset = toCaip19({ chainId, address: token });
      const account = followed.get(`${chainId} ${wallet} ${asset}`);
      const key = account?.role === "router" ? routerKey(chainId, wallet, asset) : holdingKey(chainId, wallet, asset);
      seen.add(key);
      const booked = books.booked.get(key) ?? 0n;
      const underWay = books.underWay.get(key) ?? 0n;
      if (booked === 0n && underWay === 0n && onChain === 0n) continue;
      holdings.push({ chainId, blockNumber, wallet, asset, books: booked, underWay, onChain });
      if (account === undefined || account.unexplained === null) {
        const reason = "its opening balance is known once the transactions of that time have ended";
        differences.push({ kind: "not_checked", chainId, wallet, asset, reason });
        continue;
      }
      const rest = onChain - booked - underWay;
      if (rest === 0n) continue;
      const amount = rest < 0n ? -rest : rest;
      const kind = rest < 0n ? "deficit" : "surplus";
      differences.push({ kind, chainId, wallet, asset, books: booked, onChain, underWay, amount });
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
    if (holding.asset.endsWith("/native") || amount === 0n || seen.has(key)) return [];
    if (!ours.has(`${holding.chainId}:${holding.wallet}`)) return [];
    return [{ kind: "not_checked", ...holding, reason: "its balance could not be read" }];
  });
}
