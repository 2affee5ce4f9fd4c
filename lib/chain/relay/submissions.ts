import type { Hex } from "viem";
import type { RelayQueue, RelaySubmission, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** A submission that has not been persisted yet. */
export type NewSubmission = Omit<RelaySubmission, "ageMs">;

const insert = statement({
  name: "relay-submissions-insert",
  text: `INSERT INTO relay_submission
      (chain_id, relay_transaction_id, hash, raw, max_fee_per_gas, max_priority_fee_per_gas, is_cancellation)
    SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::boolean[])
    ON CONFLICT (chain_id, hash) DO NOTHING`,
});

/** Persists submissions of one chain; none may be sent before. */
export async function insertSubmissions(
  tx: Queryable,
  chainId: number,
  submissions: readonly NewSubmission[],
): Promise<void> {
  await tx.rows(insert, [
    chainId,
    submissions.map(({ relayTransactionId }) => String(relayTransactionId)),
    submissions.map(({ hash }) => hash),
    submissions.map(({ raw }) => raw),
    submissions.map(({ maxFeePerGas }) => String(maxFeePerGas)),
    submissions.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas?.toString() ?? null),
    submissions.map(({ isCancellation }) => String(isCancellation)),
  ]);
}

const select = statement<Row>({
  name: "relay-submissions",
  text: `SELECT relay_transaction_id AS id, hash, raw, max_fee_per_gas AS max, max_priority_fee_per_gas AS tip,
      is_cancellation, extract(epoch FROM now() - created_at) * 1000 AS age_ms
    FROM relay_submission WHERE relay_transaction_id = ANY($1::bigint[])
    ORDER BY relay_transaction_id, max_fee_per_gas, created_at`,
});

type Row = {
  id: string;
  hash: Hex;
  raw: Hex;
  max: string;
  tip: string | null;
  is_cancellation: boolean;
  age_ms: string;
};

/** Lists the submissions of each transaction, the highest fee last. */
export async function listRelaySubmissions(
  on: Queryable,
  transactions: readonly Pick<RelayTransaction, "id">[],
): Promise<Map<bigint, RelaySubmission[]>> {
  const found = new Map<bigint, RelaySubmission[]>(transactions.map(({ id }) => [id, []]));
  for (const row of await on.rows(select, [transactions.map(({ id }) => String(id))])) {
    found.get(BigInt(row.id))?.push({
      relayTransactionId: BigInt(row.id),
      hash: row.hash,
      raw: row.raw,
      maxFeePerGas: BigInt(row.max),
      maxPriorityFeePerGas: row.tip === null ? null : BigInt(row.tip),
      isCancellation: row.is_cancellation,
      ageMs: Number(row.age_ms),
    });
  }
  return found;
}

const selectHashes = statement<{ id: string; hash: Hex; is_cancellation: boolean }>({
  name: "relay-submission-hashes",
  text: `SELECT relay_transaction_id AS id, hash, is_cancellation FROM relay_submission
    WHERE relay_transaction_id = ANY($1::bigint[])`,
});

/** A hash that a transaction may be mined under. */
export type SubmittedHash = { transactionId: bigint; hash: Hex; isCancellation: boolean };

/** Lists every hash that these transactions may be mined under. */
export async function listHashes(on: Queryable, ids: readonly bigint[]): Promise<SubmittedHash[]> {
  const rows = await on.rows(selectHashes, [ids.map(String)]);
  return rows.map(({ id, hash, is_cancellation: isCancellation }) => {
    return { transactionId: BigInt(id), hash, isCancellation };
  });
}

const selectKnown = statement<{ hash: Hex }>({
  name: "relay-submission-known",
  text: "SELECT hash FROM relay_submission WHERE chain_id = $1 AND hash = ANY($2::text[])",
});

/** Returns those of the hashes that belong to transactions signed by the relay. */
export async function listKnownHashes(on: Queryable, chainId: number, hashes: readonly Hex[]): Promise<Set<Hex>> {
  return new Set((await on.rows(selectKnown, [chainId, hashes])).map(({ hash }) => hash));
}

const sumCommitted = statement<{ wei: string }>({
  name: "relay-committed-wei",
  text: `SELECT coalesce(sum(r.gas_limit * s.highest_fee + r.value), 0) AS wei FROM relay_transaction r
    CROSS JOIN LATERAL (SELECT max(max_fee_per_gas) AS highest_fee FROM relay_submission WHERE relay_transaction_id = r.id) s
    WHERE r.chain_id = $1 AND r.wallet = $2 AND r.state IN ('signed', 'broadcast')`,
});

/** Sums the wei that a queue's signed transactions may still cost at most, as long as they are not mined. */
export async function sumCommittedWei(on: Queryable, { chainId, wallet }: RelayQueue): Promise<bigint> {
  const [row] = await on.rows(sumCommitted, [chainId, wallet]);
  return BigInt(row?.wei ?? 0);
}
