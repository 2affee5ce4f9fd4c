import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { hasMoved } from "#lib/domain/payments/payouts/held/conditions.ts";

/** The debts of a wallet in an asset, in its smallest units. */
export type Debts = {
  /** To merchants and buyers: payouts that aren't on their way, and arrivals without a payment that aren't being sent back. */
  owed: bigint;
  /** Payouts and movements on their way, with the wallet's nonce of each; null before it has one. */
  underWay: { amount: bigint; nonce: bigint | null }[];
};

// The first condition on states is that of an index.
const selectOwed = statement<{ owed: string }>({
  name: "debts-owed",
  text: `SELECT (SELECT coalesce(sum(amount), 0) FROM payout WHERE state = 'held' AND asset = $1 AND treasury = $2)
      + (SELECT coalesce(sum(amount), 0) FROM payout o WHERE state IN ('pending', 'submitted', 'failed') AND state <> 'submitted'
        AND asset = $1 AND treasury = $2 AND (state <> 'failed' OR NOT ${hasMoved}))
      + (SELECT coalesce(sum(amount), 0) FROM wallet_transfer w WHERE w.chain_id = $3 AND w.address = $2 AND w.direction = 'in'
        AND 'eip155:' || w.chain_id || '/erc20:' || w.token = $1 AND w.state IN ('open', 'payment')
        AND NOT EXISTS (SELECT FROM movement m WHERE m.wallet_transfer_id = w.id AND m.state IN ('queued', 'sent'))) AS owed`,
});
const selectUnderWay = statement<{ amount: string; nonce: string | null }>({
  name: "debts-under-way",
  text: `SELECT o.amount, r.nonce FROM payout o
      LEFT JOIN relay_transaction r ON r.payment_id = o.payment_id AND r.payout_attempt = o.attempt
      WHERE o.state IN ('pending', 'submitted', 'failed') AND o.state = 'submitted' AND o.asset = $1 AND o.treasury = $2
    UNION ALL
    SELECT m.amount, r.nonce FROM movement m LEFT JOIN relay_transaction r ON r.movement_id = m.id
      WHERE m.chain_id = $3 AND m.wallet = $2 AND m.asset = $1 AND m.state IN ('queued', 'sent')`,
});

/** Reads what a wallet owes of an asset. */
export async function readDebts(
  on: Queryable,
  { chainId, wallet, asset }: RelayQueue & { asset: Caip19 },
): Promise<Debts> {
  const values = [asset, wallet, chainId];
  const [row] = await on.rows(selectOwed, values);
  const rows = await on.rows(selectUnderWay, values);
  return {
    owed: BigInt(row?.owed ?? 0),
    underWay: rows.map(({ amount, nonce }) => ({
      amount: BigInt(amount),
      nonce: nonce === null ? null : BigInt(nonce),
    })),
  };
}
