import type { Address } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { type DepositAddress, requireOwnAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import {
  insertAddress,
  listJournaled,
  listKnown,
  markJournaled,
} from "#lib/domain/payments/deposit-addresses/repository.ts";
import { readJournal } from "#lib/domain/payments/deposits/journal.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";

const perQuery = 1_000;

/** The differences between the journal and the database. */
export type JournalComparison = {
  lines: number;
  /** Lines that can't be read: cut off, or sealed under a key that isn't configured. */
  unreadable: number;
  /** Addresses that the database lacks, as after a restore. */
  missing: DepositAddress[];
  /** Open addresses that were shown and that the journal lacks: a restored database would lose them. */
  unprotected: Address[];
};

/** Compares a journal with the database, in both directions. @throws Error when the file can't be read. */
export async function compareJournal(file: string): Promise<JournalComparison> {
  const unprotected = new Set(await listJournaled(database));
  const found: JournalComparison = { lines: 0, unreadable: 0, missing: [], unprotected: [] };
  let batch: DepositAddress[] = [];
  const compare = async () => {
    const known = new Set(
      await listKnown(
        database,
        batch.map(({ address }) => address),
      ),
    );
    found.missing.push(...batch.filter(({ address }) => !known.has(address)));
    batch = [];
  };
  for await (const { address } of readJournal(file)) {
    found.lines += 1;
    if (address === null) found.unreadable += 1;
    else {
      unprotected.delete(address.address);
      batch.push(address);
    }
    if (batch.length === perQuery) await compare();
  }
  if (batch.length > 0) await compare();
  return { ...found, unprotected: [...unprotected] };
}

/** The result of a replay: how many were restored, and the addresses whose payments the database lacks too. */
export type Replay = { restored: number; lost: DepositAddress[]; unreadable: number };

/** Stores the addresses of a journal that the database lacks. Safe to repeat. @throws Error when the file can't be read. */
export async function replayJournal(file: string): Promise<Replay> {
  const { missing, unreadable } = await compareJournal(file);
  const replay: Replay = { restored: 0, lost: [], unreadable };
  for (const address of missing) {
    const isRestored = await inTransaction(async (tx) => {
      if ((await lockPayment(tx, address.paymentId)) === null) return false;
      await insertAddress(tx, requireOwnAddress(address));
      await markJournaled(tx, address.address, clock.now());
      return true;
    });
    if (isRestored) replay.restored += 1;
    else replay.lost.push(address);
  }
  return replay;
}
