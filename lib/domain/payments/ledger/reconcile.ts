import { setTimeout as pause } from "node:timers/promises";
import { listUnexplained } from "#lib/chain/relay/nonces/quarantine-repository.ts";
import { listAllWallets } from "#lib/chain/relay/wallets/wallets.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import { inSnapshot, inTransaction } from "#lib/db/transaction.ts";
import {
  listAccounts,
  listOpening,
  type OpeningAccount,
  setOpening,
} from "#lib/domain/payments/ledger/accounts/repository.ts";
import {
  type Checkpoint,
  findCheckpoint,
  findFirstLater,
  listChanged,
  listLagging,
  listLiveRelays,
  listWriters,
  moveCheckpoint,
  readNewest,
  statements,
} from "#lib/domain/payments/ledger/checkpoint/repository.ts";
import {
  listInconsistentPayments,
  listMisbooked,
  listUnrecordedAttributions,
  type Misbooked,
  type Subjects,
} from "#lib/domain/payments/ledger/checks-repository.ts";
import { compareBalances } from "#lib/domain/payments/ledger/compare-balances.ts";
import type { Difference, PaymentFault, Reconciliation } from "#lib/domain/payments/ledger/difference.ts";
import { bookCoin } from "#lib/domain/payments/ledger/native/book-coin.ts";
import { readChains } from "#lib/domain/payments/ledger/read-chains.ts";
import {
  type InconsistentRefund,
  listInconsistentRefunds,
  listMisbookedRefunds,
} from "#lib/domain/payments/ledger/refund-checks.ts";
import {
  holdingKey,
  routerKey,
  sumByAsset,
  sumByMerchant,
  sumHoldingsAt,
} from "#lib/domain/payments/ledger/repository.ts";
import { listWrongSums } from "#lib/domain/payments/ledger/statement-checks.ts";
import { listOpenTransfers, sumPendingAt } from "#lib/domain/payments/ledger/transfers/repository.ts";

/** The maximum number of differences of one kind that a reconciliation lists. */
const maxListed = 1_000;
/** With more changes than this, reading everything at once is faster. */
const maxChanged = 100_000;
/** The payments of one query. */
const perQuery = 1_000;
/** Entries that don't fit their source. While there are any, the sums up to the checkpoint stay as they are. */
const misbookedKinds: readonly string[] = [
  "not_booked",
  "booked_without_cause",
  "booked_otherwise",
] satisfies Difference["kind"][];
/** A transaction that writes for longer than ten seconds keeps the checkpoint where it is. */
const lookMs = 5;
const maxLooks = 2_000;

/**
 * Compares the ledger, payments and payouts, and on-chain balances, and returns every difference; it corrects nothing. Transfers
 * of our addresses that no payment explains are booked as received or missing, and wait for a person.
 *
 * First reads the chains (see {@link readChains}), then the database in one lock-free snapshot: only what
 * changed since the last run or differed then, or everything when `isFull`, which takes up to a minute per
 * million payments. A run that doesn't list every difference, finds wrong entries, or whose end can't be told
 * from transactions that still write, is repeated by the next one.
 */
export async function reconcile({ isFull = false } = {}): Promise<Reconciliation> {
  const { balances, silent } = await readChains(await listAllWallets(database));
  await openAccounts();
  const before = await findCheckpoint(database);
  const newest = await readNewest(database);
  const isSettled = await awaitWriters();
  const { result, unexplained, unrecorded, after, recheck } = await inSnapshot(async (snapshot) => {
    const only = isFull || before === null ? null : await listChanged(snapshot, before, maxChanged);
    const afterEntry = only === null ? 0n : (before?.ledgerId ?? 0n);
    const { misbooked, inconsistent, refunds } = await checkRecords(snapshot, only);
    // Entries don't change, so only a change by hand makes them differ.
    const wrongSums = only === null || only.hasStatements ? await listWrongSums(snapshot, maxListed) : [];
    const lagging = new Set(afterEntry === 0n ? [] : await listLagging(snapshot, balances));
    const read = balances.filter(({ chainId }) => !lagging.has(chainId));
    const compared = compareBalances(read, {
      booked: await sumHoldingsAt(snapshot, read, afterEntry),
      underWay: await sumPendingAt(snapshot, read),
      accounts: await listAccounts(snapshot),
      wallets: await listAllWallets(snapshot),
    });
    const differences: Difference[] = [
      ...misbooked.map(toDifference),
      ...inconsistent.map(({ id, fault }) => ({ kind: "payment_does_not_fit", paymentId: id, fault }) as const),
      ...refunds.map(({ id, fault }) => ({ kind: "refund_does_not_fit", refundId: id, fault }) as const),
      ...wrongSums.map((sum) => ({ kind: "statement_does_not_fit", ...sum }) as const),
      ...compared.differences,
      ...silent,
      ...[...lagging].map(toLagging),
    ];
    const isCutShort = [misbooked, inconsistent, refunds, wrongSums].some(({ length }) => length >= maxListed);
    const result: Reconciliation = {
      isFull: only === null,
      checkedPayments: only === null ? null : only.payments.length,
      differences,
      isCutShort,
      holdings: compared.holdings,
      totals: await sumByAsset(snapshot, afterEntry),
      merchants: await sumByMerchant(snapshot, afterEntry, maxListed),
      received: await listOpenTransfers(snapshot, "in", maxListed),
    };
    // Read together with the wallets' next nonces: a transaction that the relay quarantines meanwhile is either counted or named.
    const unexplained = await listUnexplained(snapshot, maxListed);
    const unrecorded = await listUnrecordedAttributions(snapshot, maxListed);
    const later = await findFirstLater(snapshot, balances, afterEntry);
    const ledgerId = later !== null && later <= newest.ledgerId ? later - 1n : newest.ledgerId;
    const differing: string[] = [
      ...misbooked.map(({ subject }) => subject),
      ...inconsistent.map(({ id }) => id),
      ...refunds.map(({ paymentId }) => paymentId),
    ];
    if (wrongSums.length > 0) differing.push(statements);
    const recheck = [...differing, ...(await listLiveRelays(snapshot))];
    return { result, unexplained, unrecorded, after: { ...newest, ledgerId } satisfies Checkpoint, recheck };
  });
  const isBooked = areEntriesRight(result.differences);
  if (isSettled && isBooked && !result.isCutShort) {
    await inTransaction((tx) => moveCheckpoint(tx, before, after, { isFull: result.isFull, recheck }));
  }
  // A missing entry for gas would look like coin that arrived.
  const coin = isBooked ? await bookCoin(balances) : { differences: [], holdings: [] };
  const missing = await listOpenTransfers(database, "out", maxListed);
  const thefts = missing.map((transfer) => ({ kind: "missing_transfer", ...transfer }) as const);
  const unknown = unexplained.map((transaction) => ({ kind: "unknown_transaction", ...transaction }) as const);
  const unfinished = unrecorded.map((transaction) => ({ kind: "attribution_not_recorded", ...transaction }) as const);
  return {
    ...result,
    differences: [...thefts, ...unknown, ...unfinished, ...result.differences, ...coin.differences],
    isCutShort: result.isCutShort || [missing, unexplained, unrecorded].some(({ length }) => length >= maxListed),
    holdings: [...result.holdings, ...coin.holdings],
    totals: isBooked ? await sumByAsset(database, (await findCheckpoint(database))?.ledgerId) : result.totals,
  };
}

/**
 * Tells whether all entries fit their sources. While some don't, a reconciliation doesn't look for
 * differences of native coin.
 */
export function areEntriesRight(differences: readonly Difference[]): boolean {
  return differences.every(({ kind }) => !misbookedKinds.includes(kind));
}

/**
 * Records how much of each new account's opening balance the books don't explain. Reads the whole ledger,
 * once for each chain.
 */
async function openAccounts(): Promise<void> {
  const opening = Map.groupBy(await listOpening(database), ({ chainId, sinceBlock }) => `${chainId} ${sinceBlock}`);
  for (const accounts of opening.values()) {
    const [{ chainId, sinceBlock: blockNumber }] = accounts as [OpeningAccount, ...OpeningAccount[]];
    const booked = await sumHoldingsAt(database, [{ chainId, blockNumber }]);
    for (const account of accounts) {
      const keyOf = account.role === "router" ? routerKey : holdingKey;
      const sum = booked.get(keyOf(chainId, account.address, account.asset)) ?? 0n;
      await setOpening(database, account, account.openingBalance - sum);
    }
  }
}

/**
 * Waits for the transactions that write to the books now. An id is taken before its row is visible, so only after them no row
 * with an id up to the newest can appear. @returns false when one takes too long.
 */
async function awaitWriters(): Promise<boolean> {
  const writers = await listWriters(database);
  for (let looks = 0; writers.size > 0; looks += 1) {
    if (looks === maxLooks) return false;
    await pause(lookMs);
    const still = await listWriters(database);
    for (const writer of writers) if (!still.has(writer)) writers.delete(writer);
  }
  return true;
}

type Findings = {
  misbooked: Misbooked[];
  inconsistent: { id: PaymentId; fault: PaymentFault }[];
  refunds: InconsistentRefund[];
};

async function checkRecords(snapshot: Queryable, only: Subjects | null): Promise<Findings> {
  if (only === null) {
    return {
      misbooked: [...(await listMisbooked(snapshot, maxListed)), ...(await listMisbookedRefunds(snapshot, maxListed))],
      inconsistent: await listInconsistentPayments(snapshot, maxListed),
      refunds: await listInconsistentRefunds(snapshot, maxListed),
    };
  }
  const found: Findings = { misbooked: [], inconsistent: [], refunds: [] };
  const length = Math.max(only.payments.length, only.relays.length);
  for (let from = 0; from < length; from += perQuery) {
    const some = {
      payments: only.payments.slice(from, from + perQuery),
      relays: only.relays.slice(from, from + perQuery),
    };
    found.misbooked.push(...(await listMisbooked(snapshot, maxListed, some)));
    found.misbooked.push(...(await listMisbookedRefunds(snapshot, maxListed, some.payments)));
    found.refunds.push(...(await listInconsistentRefunds(snapshot, maxListed, some.payments)));
    found.inconsistent.push(...(await listInconsistentPayments(snapshot, maxListed, some)));
  }
  return found;
}

function toDifference({ subject, entry, asset, expected, booked }: Misbooked): Difference {
  const kindOfBooked = expected === null ? "booked_without_cause" : "booked_otherwise";
  return { kind: booked === null ? "not_booked" : kindOfBooked, entry, subject, asset, expected, booked };
}

function toLagging(chainId: number): Difference {
  const reason = "its nodes lag behind the last reconciliation";
  return { kind: "not_checked", chainId, wallet: null, asset: null, reason };
}
