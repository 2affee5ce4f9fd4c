import type { Caip19 } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const insertEntry = statement<{ id: string }>({
  name: "correction-insert",
  text: `INSERT INTO wallet_entry (kind, asset, amount, debit, credit, note, made_by) VALUES ('correction', $1, $2, $3, $4, $5, $6)
    RETURNING id`,
});

/** A correction of the books: `amount` of `asset`, in smallest units, is added to `debit` and subtracted from `credit`. */
export type Correction = {
  asset: Caip19;
  amount: bigint;
  debit: string;
  credit: string;
  reason: string;
  madeBy: string;
};

/** Books a correction. @returns the entry's id. */
export async function insertCorrection(
  tx: Queryable,
  { asset, amount, debit, credit, reason, madeBy }: Correction,
): Promise<bigint> {
  const [row] = await tx.rows(insertEntry, [asset, amount, debit, credit, reason, madeBy]);
  return BigInt(row?.id ?? 0);
}

const selectUnknownAccounts = statement<{ account: string }>({
  name: "correction-unknown-accounts",
  text: `SELECT account FROM unnest($1::text[]) AS account
    WHERE account NOT IN ('buyers', 'gas', 'surplus', 'loss', 'operator', 'suspense:received', 'suspense:missing')
      AND NOT EXISTS (SELECT FROM partner WHERE account = 'fees:' || id)
      AND NOT EXISTS (SELECT FROM book_account WHERE account = CASE role WHEN 'router' THEN 'router:' ELSE 'treasury:' END
        || chain_id || ':' || address)
      AND NOT EXISTS (SELECT FROM relayer_wallet WHERE account = 'operator:' || chain_id)`,
});

/** Lists those of the names that are no account of the books. */
export async function listUnknownAccounts(on: Queryable, accounts: readonly string[]): Promise<string[]> {
  return (await on.rows(selectUnknownAccounts, [accounts])).map(({ account }) => account);
}
