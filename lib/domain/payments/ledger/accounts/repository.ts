import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { BookRole } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** One of our addresses and an asset, followed after a block. Balances in smallest units. */
export type BookAccount = {
  chainId: number;
  address: Address;
  asset: string;
  role: BookRole;
  sinceBlock: bigint;
  /** The part of the opening balance that the books didn't explain; null until known, and for a treasury. */
  unexplained: bigint | null;
};

/** An account at its first sight; no `balance` for a treasury, whose balance isn't compared. `nonce` is for native coin. */
export type NewBookAccount = {
  address: Address;
  asset: string;
  role: BookRole;
  balance: bigint | null;
  nonce: bigint | null;
};

const insert = statement({
  name: "book-account-insert",
  text: `INSERT INTO book_account (chain_id, address, asset, role, since_block, opening_balance, unbooked_from)
    SELECT $1, address, asset, role, $2, balance, nonce
    FROM unnest($3::text[], $4::text[], $5::book_role[], $6::numeric[], $7::bigint[]) AS a (address, asset, role, balance, nonce)
    ON CONFLICT DO NOTHING`,
});

const insertScan = statement({
  name: "book-scan-insert",
  text: "INSERT INTO book_scan (chain_id, next_block) VALUES ($1, $2::bigint + 1) ON CONFLICT DO NOTHING",
});

/** Starts following accounts after a final block; those that are followed already stay as they are. */
export async function followAccounts(
  tx: Queryable,
  chainId: number,
  blockNumber: bigint,
  accounts: readonly NewBookAccount[],
): Promise<void> {
  const text = (amount: bigint | null) => (amount === null ? null : String(amount));
  await tx.rows(insertScan, [chainId, blockNumber]);
  await tx.rows(insert, [
    chainId,
    blockNumber,
    accounts.map(({ address }) => address),
    accounts.map(({ asset }) => asset),
    accounts.map(({ role }) => role),
    accounts.map(({ balance }) => text(balance)),
    accounts.map(({ nonce }) => text(nonce)),
  ]);
}

const select = statement<{
  chain_id: number;
  address: Address;
  asset: Caip19;
  role: BookRole;
  since_block: string;
  unexplained: string | null;
}>({
  name: "book-account-list",
  text: `SELECT chain_id, address, asset, role, since_block, unexplained FROM book_account ORDER BY chain_id, address, asset`,
});

/** Lists every account that is followed. */
export async function listAccounts(on: Queryable): Promise<BookAccount[]> {
  return (await on.rows(select, [])).map((row) => ({
    chainId: row.chain_id,
    address: row.address,
    asset: row.asset,
    role: row.role,
    sinceBlock: BigInt(row.since_block),
    unexplained: row.unexplained === null ? null : BigInt(row.unexplained),
  }));
}

// A transaction from before that is still under way may be in a block up to that of the opening balance.
const selectUndecided = statement<
  {
    chain_id: number;
    address: Address;
    asset: Caip19;
    role: BookRole;
    since_block: string;
    opening_balance: string;
  },
  "opening_balance"
>({
  name: "book-account-undecided",
  text: `SELECT chain_id, address, asset, role, since_block, opening_balance FROM book_account a
    WHERE unexplained IS NULL AND opening_balance IS NOT NULL AND NOT EXISTS (
      SELECT FROM relay_transaction r WHERE r.chain_id = a.chain_id
        AND r.is_open AND r.created_at <= a.created_at)`,
});

/** An account whose opening balance can be compared with the books of that block. */
export type OpeningAccount = BookAccount & { openingBalance: bigint };

/** Lists accounts whose opening balance isn't compared yet, and of whose time everything is recorded. */
export async function listOpening(on: Queryable): Promise<OpeningAccount[]> {
  return (await on.rows(selectUndecided, [])).map((row) => ({
    chainId: row.chain_id,
    address: row.address,
    asset: row.asset,
    role: row.role,
    sinceBlock: BigInt(row.since_block),
    unexplained: null,
    openingBalance: BigInt(row.opening_balance),
  }));
}

const setUnexplained = statement({
  name: "book-account-open",
  text: `UPDATE book_account SET unexplained = $4 WHERE chain_id = $1 AND address = $2 AND asset = $3 AND unexplained IS NULL`,
});

/** Records the part of an opening balance that the books don't explain, which a trigger books if it is positive. */
export async function setOpening(
  on: Queryable,
  { chainId, address, asset }: Pick<BookAccount, "chainId" | "address" | "asset">,
  unexplained: bigint,
): Promise<void> {
  await on.rows(setUnexplained, [chainId, address, asset, unexplained]);
}

const selectPast = statement<{ chain_id: number; recipient: Address }>({
  name: "book-account-past-recipients",
  text: `SELECT DISTINCT chain_id, recipient FROM chain_transfer WHERE id > $1 AND kind IN ('held', 'fee')`,
});

/** Lists recipients of held money and of fees in transfers after an id: every treasury and fee recipient that was used. */
export async function listRecipients(
  on: Queryable,
  afterTransferId: bigint,
): Promise<{ chainId: number; address: Address }[]> {
  const rows = await on.rows(selectPast, [afterTransferId]);
  return rows.map(({ chain_id: chainId, recipient: address }) => ({ chainId, address }));
}
