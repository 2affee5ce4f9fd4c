import { enabledChainIds } from "#lib/chain/chains.ts";
import { readTreasuryBalances, type TreasuryBalances } from "#lib/chain/treasury-balances.ts";
import { database } from "#lib/db/pool.ts";
import { inSnapshot } from "#lib/db/transaction.ts";
import { compareBalances } from "#lib/domain/payments/ledger/compare-balances.ts";
import type { Difference, Reconciliation } from "#lib/domain/payments/ledger/difference.ts";
import {
  listMisbooked,
  listTreasuryWallets,
  listUnfitPayments,
  type Misbooked,
  sumByAsset,
  sumTreasuriesAt,
  sumUnderWay,
  type TreasuryWallet,
} from "#lib/domain/payments/ledger/repository.ts";

/** So many differences of each sort are told apart; more of them say no more. */
const listed = 1_000;

/**
 * Compares ledger, payments and payouts, and the chains' balances, and tells every difference: nothing is mended. First
 * asks each enabled chain for the balances of all our wallets at a final block, then reads the database in one snapshot
 * that locks nothing; it goes through all payments and entries, which takes a minute a million at worst. Balances of a chain that
 * does not answer, or is not enabled any more, are told as not checked.
 */
export async function reconcile(): Promise<Reconciliation> {
  const known = await listTreasuryWallets(database);
  const { balances, silent } = await readChains(known);
  return inSnapshot(async (snapshot) => {
    const misbooked = await listMisbooked(snapshot, listed);
    const unfit = await listUnfitPayments(snapshot, listed);
    const compared = compareBalances(balances, {
      settled: await sumTreasuriesAt(snapshot, balances),
      underWay: await sumUnderWay(snapshot),
      wallets: await listTreasuryWallets(snapshot),
    });
    const differences: Difference[] = [
      ...misbooked.map(toDifference),
      ...unfit.map(({ id, fault }) => ({ kind: "payment_does_not_fit", paymentId: id, fault }) as const),
      ...compared.differences,
      ...silent,
    ];
    const isCutShort = misbooked.length >= listed || unfit.length >= listed;
    return { differences, isCutShort, holdings: compared.holdings, totals: await sumByAsset(snapshot) };
  });
}

async function readChains(
  wallets: readonly TreasuryWallet[],
): Promise<{ balances: TreasuryBalances[]; silent: Difference[] }> {
  const enabled = new Set(enabledChainIds());
  const balances: TreasuryBalances[] = [];
  const silent: Difference[] = [];
  const skip = (chainId: number, reason: string) =>
    silent.push({ kind: "not_checked", chainId, wallet: null, asset: null, reason });
  const byChain = Map.groupBy(wallets, ({ chainId }) => chainId);
  await Promise.all(
    [...byChain].map(async ([chainId, ofChain]) => {
      if (!enabled.has(chainId)) return skip(chainId, "the chain has no node any more");
      const addresses = ofChain.map(({ wallet }) => wallet);
      return readTreasuryBalances(chainId, addresses).then(
        (read) => balances.push(read),
        (error: unknown) => skip(chainId, `the chain's nodes did not answer: ${firstLine(error)}`),
      );
    }),
  );
  return { balances, silent };
}

function toDifference({ subject, entry, asset, expected, booked }: Misbooked): Difference {
  const missing = expected === null ? "booked_without_cause" : "booked_otherwise";
  return { kind: booked === null ? "not_booked" : missing, entry, subject, asset, expected, booked };
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
