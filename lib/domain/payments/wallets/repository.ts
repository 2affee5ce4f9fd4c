import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** A relayer wallet and its state as the database has it. */
export type WalletRow = RelayQueue & {
  nextNonce: bigint;
  isActive: boolean;
  hasWorker: boolean;
  /** Each is null while it doesn't apply. */
  since: {
    retiring: Date | null;
    stopped: Date | null;
    signerFailed: Date | null;
    withoutGas: Date | null;
    quarantined: Date | null;
  };
};

const selectWallets = statement<
  RelayQueue & WalletRow["since"] & { nextNonce: string; isActive: boolean; hasWorker: boolean }
>({
  name: "wallet-states",
  text: `SELECT chain_id AS "chainId", address AS wallet, next_nonce AS "nextNonce", is_active AS "isActive",
      coalesce(lease_until > now(), false) AS "hasWorker", retiring_at AS retiring, stopped_at AS stopped,
      signer_failed_at AS "signerFailed", paused_at AS "withoutGas", quarantined_at AS quarantined
    FROM relayer_wallet ORDER BY chain_id, created_at, address`,
});

/** Lists every relayer wallet with its state, by chain and in the order of their registration. */
export async function listWalletRows(on: Queryable): Promise<WalletRow[]> {
  const rows = await on.rows(selectWallets, []);
  return rows.map(({ chainId, wallet, nextNonce, isActive, hasWorker, ...since }) => {
    return { chainId, wallet, nextNonce: BigInt(nextNonce), isActive, hasWorker, since };
  });
}

const countOpen = statement<{ open: number }>({
  name: "wallet-open-transactions",
  text: `SELECT count(*)::int AS open FROM relay_transaction
    WHERE chain_id = $1 AND wallet = $2 AND is_open`,
});
const countWaiting = statement<{ open: number }>({
  name: "wallet-waiting-collections",
  text: `SELECT count(*)::int AS open FROM payment_attempt a JOIN payment_option o ON o.id = a.option_id
    WHERE a.awaits AND o.chain_id = $1 AND o.submitter = $2`,
});

const selectAddresses = statement<{ addresses: number; until: string | null }>({
  name: "wallet-deposit-addresses",
  text: `SELECT count(*)::int AS addresses, max(open_after) AS until FROM deposit_address
    WHERE chain_id = $1 AND submitter = $2 AND open_after > $3`,
});

/** Counts the deposit addresses that only the wallet can collect and sweep, and the Unix time of the last until which that is so. */
export async function countAddresses(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  nowSeconds: number,
): Promise<{ addresses: number; until: number }> {
  const [row] = await on.rows(selectAddresses, [chainId, wallet, nowSeconds]);
  return { addresses: row?.addresses ?? 0, until: Number(row?.until ?? 0) };
}

/** Counts a wallet's transactions that haven't ended, and the confirmed payments that wait for an approval before they become some. */
export async function countOpenWork(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
): Promise<{ transactions: number; waiting: number }> {
  const [transactions] = await on.rows(countOpen, [chainId, wallet]);
  const [waiting] = await on.rows(countWaiting, [chainId, wallet]);
  return { transactions: transactions?.open ?? 0, waiting: waiting?.open ?? 0 };
}

// Two selects, so that each uses the partial index of its states.
const selectOwed = statement<Omit<Owed, "amount"> & { amount: string }>({
  name: "wallet-owed",
  text: `SELECT asset, state, count(*)::int AS payouts, sum(amount) AS amount FROM (
      SELECT asset, 'held' AS state, amount, treasury FROM payout WHERE state = 'held'
      UNION ALL SELECT asset, state::text, amount, treasury FROM payout
        WHERE state IN ('pending', 'submitted', 'failed')) AS o
    WHERE treasury = $2 AND split_part(asset, '/', 1) = 'eip155:' || $1::int GROUP BY asset, state ORDER BY asset, state`,
});

/** Merchants' money in a wallet, by asset and state of the payouts; `amount` in smallest units. */
export type Owed = { asset: Caip19; state: string; payouts: number; amount: bigint };

/** Sums the payouts that a wallet still owes. */
export async function listOwedBy(on: Queryable, { chainId, wallet }: RelayQueue): Promise<Owed[]> {
  const rows = await on.rows(selectOwed, [chainId, wallet]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

const selectOutflow = statement<
  Omit<OutflowToday, "used" | "dailyLimit" | "allowed"> & {
    used: string;
    dailyLimit: string | null;
    allowed: string;
  }
>({
  name: "wallet-outflow-today",
  text: `SELECT chain_id AS "chainId", wallet, asset, used, daily_limit AS "dailyLimit", allowed FROM outflow_day
    WHERE day = (now() AT TIME ZONE 'UTC')::date ORDER BY chain_id, wallet, asset`,
});

/** The sum that has left a wallet today, in smallest units of `asset`. `dailyLimit` is the worker's limit; null for none. */
export type OutflowToday = RelayQueue & {
  wallet: Address;
  asset: Caip19;
  used: bigint;
  dailyLimit: bigint | null;
  allowed: bigint;
};

/** Lists what has left the wallets in this UTC day. */
export async function listOutflows(on: Queryable): Promise<OutflowToday[]> {
  return (await on.rows(selectOutflow, [])).map(({ used, dailyLimit, allowed, ...row }) => {
    const limit = dailyLimit === null ? null : BigInt(dailyLimit);
    return { ...row, used: BigInt(used), dailyLimit: limit, allowed: BigInt(allowed) };
  });
}
