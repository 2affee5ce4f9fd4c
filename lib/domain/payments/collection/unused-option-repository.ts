import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import type { OptionId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** A relayer wallet, and the time of a final block up to which the database knows its transactions, in Unix seconds. */
export type CheckedWallet = RelayQueue & { knownUntilSeconds: bigint };

const selectInUse = statement<RelayQueue>({
  name: "relayer-wallet-in-use",
  text: `SELECT chain_id AS "chainId", address AS wallet FROM relayer_wallet
    WHERE is_active AND NOT (is_test_chain(chain_id) AND quarantined_at IS NOT NULL) ORDER BY chain_id, address`,
});

/** Lists the relayer wallets that the relay uses, also those that are quarantined on live chains. */
export function listWalletsInUse(on: Queryable): Promise<RelayQueue[]> {
  return on.rows(selectInUse, []);
}

// Progress is kept, because options that were confirmed stay: without it, each run would pass all of them
// again. It moves past the options of wallets that are no longer in use, which are kept.
const deleteBatch = statement<{ passed: number }>({
  name: "option-delete-unused",
  text: `WITH known AS MATERIALIZED (
      SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[]) AS k (chain_id, wallet, until)
    ), quarantined AS MATERIALIZED (
      SELECT FROM relayer_wallet w JOIN known k ON k.chain_id = w.chain_id AND k.wallet = w.address
      WHERE w.quarantined_at IS NOT NULL
    ), batch AS MATERIALIZED (
      SELECT id, chain_id, submitter, valid_before FROM payment_option
      WHERE id > coalesce((SELECT done_until FROM retention_progress WHERE task = 'payment_option'), '') AND id < $4
        AND NOT EXISTS (SELECT FROM quarantined)
      ORDER BY id LIMIT $5
    ), deleted AS (
      DELETE FROM payment_option o USING batch b JOIN known k ON k.chain_id = b.chain_id AND k.wallet = b.submitter
      WHERE o.id = b.id AND b.valid_before < k.until
        AND NOT EXISTS (SELECT FROM payment_attempt a WHERE a.option_id = b.id)
    ), moved AS (
      INSERT INTO retention_progress (task, done_until) SELECT 'payment_option', max(id) FROM batch HAVING count(*) > 0
      ON CONFLICT (task) DO UPDATE SET done_until = EXCLUDED.done_until
    )
    SELECT count(*)::int AS passed FROM batch`,
});

/**
 * Passes the next options in the order of their ids, before `end`, and deletes those without a confirm whose submitter is one of
 * the wallets. Passes none while one of the wallets is quarantined.
 * @returns the number of options passed.
 */
export async function deleteUnusedBatch(
  on: Queryable,
  wallets: readonly CheckedWallet[],
  end: OptionId,
  limit: number,
): Promise<number> {
  const [row] = await on.rows(deleteBatch, [
    wallets.map(({ chainId }) => chainId),
    wallets.map(({ wallet }) => wallet),
    wallets.map(({ knownUntilSeconds }) => knownUntilSeconds.toString()),
    end,
    limit,
  ]);
  return row?.passed ?? 0;
}
