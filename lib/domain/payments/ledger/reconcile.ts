import { enabledChainIds } from "#lib/chain/chains.ts";
import { listAllWallets, type RegisteredWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { readTreasuryBalances, type TreasuryBalances } from "#lib/chain/treasury-balances.ts";
import { database } from "#lib/db/pool.ts";
import { inSnapshot } from "#lib/db/transaction.ts";
import {
  listInconsistentPayments,
  listMisbooked,
  type Misbooked,
} from "#lib/domain/payments/ledger/checks-repository.ts";
import { compareBalances } from "#lib/domain/payments/ledger/compare-balances.ts";
import type { Difference, Reconciliation } from "#lib/domain/payments/ledger/difference.ts";
import { listInconsistentRefunds, listMisbookedRefunds } from "#lib/domain/payments/ledger/refund-checks.ts";
import { sumByAsset, sumTreasuriesAt, sumUnderWay } from "#lib/domain/payments/ledger/repository.ts";

/** The most differences of one kind that a reconciliation lists. */
const maxListed = 1_000;

/**
 * Compares the ledger, payments and payouts, and on-chain balances, and returns every difference; it corrects nothing.
 * First reads the balances of all relayer wallets and payment routers at a final block of each enabled chain, then scans
 * all payments and entries in one lock-free snapshot, which takes up to a minute per million. Balances of a chain that does
 * not answer, or is no longer enabled, are reported as not checked.
 */
export async function reconcile(): Promise<Reconciliation> {
  const known = await listAllWallets(database);
  const { balances, silent } = await readChains(known);
  return inSnapshot(async (snapshot) => {
    const misbooked = [
      ...(await listMisbooked(snapshot, maxListed)),
      ...(await listMisbookedRefunds(snapshot, maxListed)),
    ];
    const inconsistent = await listInconsistentPayments(snapshot, maxListed);
    const refunds = await listInconsistentRefunds(snapshot, maxListed);
    const compared = compareBalances(balances, {
      booked: await sumTreasuriesAt(snapshot, balances),
      underWay: await sumUnderWay(snapshot),
      wallets: await listAllWallets(snapshot),
    });
    const differences: Difference[] = [
      ...misbooked.map(toDifference),
      ...inconsistent.map(({ id, fault }) => ({ kind: "payment_does_not_fit", paymentId: id, fault }) as const),
      ...refunds.map(({ id, fault }) => ({ kind: "refund_does_not_fit", refundId: id, fault }) as const),
      ...compared.differences,
      ...silent,
    ];
    const isCutShort = misbooked.length >= maxListed || inconsistent.length >= maxListed;
    return { differences, isCutShort, holdings: compared.holdings, totals: await sumByAsset(snapshot) };
  });
}

async function readChains(
  wallets: readonly RegisteredWallet[],
): Promise<{ balances: TreasuryBalances[]; silent: Difference[] }> {
  const enabled = new Set(enabledChainIds());
  const balances: TreasuryBalances[] = [];
  const silent: Difference[] = [];
  const skip = (chainId: number, reason: string) =>
    silent.push({ kind: "not_checked", chainId, wallet: null, asset: null, reason });
  const byChain = Map.groupBy(wallets, ({ chainId }) => chainId);
  await Promise.all(
    [...byChain].map(async ([chainId, ofChain]) => {
      if (!enabled.has(chainId)) return skip(chainId, "the chain has no node configured");
      // Nothing belongs in a router: what strangers send to it shows as a surplus.
      const addresses = [...ofChain.map(({ wallet }) => wallet), ...knownRouters(chainId)];
      return readTreasuryBalances(chainId, addresses).then(
        (read) => balances.push(read),
        (error: unknown) => skip(chainId, `the chain's nodes did not answer: ${firstLine(error)}`),
      );
    }),
  );
  return { balances, silent };
}

function toDifference({ subject, entry, asset, expected, booked }: Misbooked): Difference {
  const kindOfBooked = expected === null ? "booked_without_cause" : "booked_otherwise";
  return { kind: booked === null ? "not_booked" : kindOfBooked, entry, subject, asset, expected, booked };
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
