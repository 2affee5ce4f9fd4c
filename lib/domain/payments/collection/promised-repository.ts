import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";

const lockBuyerOfToken = statement({
  name: "attempt-lock-buyer",
  text: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
});

const selectPromised = statement<{ promised: string; permitted: string; open: number; wasted: number }>({
  name: "attempt-promised",
  text: `SELECT coalesce(sum(o.amount) FILTER (WHERE NOT p.is_seen), 0) AS promised,
      coalesce(sum(o.amount) FILTER (WHERE NOT p.is_seen AND NOT a.awaits AND o.method = 'permit2'), 0) AS permitted,
      count(*) FILTER (WHERE p.is_open)::int AS open,
      (SELECT count(*)::int FROM payment_option o JOIN payment_attempt a ON a.option_id = o.id AND a.state = 'rejected'
          AND a.updated_at > now() - interval '1 hour'
        JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection' AND r.state <> 'displaced'
          AND r.gas_cost > 0
        WHERE o.chain_id = $1 AND o.token = $2 AND o.buyer = $3) AS wasted
    FROM payment_option o JOIN payment_attempt a ON a.option_id = o.id
    LEFT JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection' AND r.state <> 'displaced'
    CROSS JOIN LATERAL (SELECT a.state NOT IN ('final', 'rejected') AS is_open,
      a.state = 'rejected' OR (r.state IN ('mined', 'final') AND r.block_number <= $4) AS is_seen) p
    WHERE o.chain_id = $1 AND o.token = $2 AND o.buyer = $3
      AND (a.state NOT IN ('final', 'rejected') OR a.updated_at > now() - interval '10 minutes')`,
});

/** A buyer's other confirmed payments in one token; amounts are smallest units. */
export type Promised = {
  /** The amount still to be collected, and the part of it through a Permit2 allowance that exists. */
  promised: bigint;
  permitted: bigint;
  /** The number of attempts in progress. */
  open: number;
  /** The number of attempts of the last hour that were rejected after costing us gas. */
  wasted: number;
};

/**
 * Sums the amounts of a buyer's token that unfinished attempts will still collect, as of the block at which the balance was
 * read: a collection mined by then is already missing from the balance. Blocks every other confirm of that buyer and token
 * until the transaction ends, so that two confirms can't count on the same balance.
 * @param atBlock the block of the balance, or an earlier one.
 */
export async function lockPromised(
  tx: Tx,
  { chainId, token, buyer }: Pick<PaymentOption, "chainId" | "token" | "buyer">,
  atBlock: bigint,
): Promise<Promised> {
  const [, [sums]] = await Promise.all([
    tx.rows(lockBuyerOfToken, [`${chainId}:${token}:${buyer}`]),
    tx.rows(selectPromised, [chainId, token, buyer, atBlock]),
  ]);
  const { promised = 0, permitted = 0, open = 0, wasted = 0 } = sums ?? {};
  return { promised: BigInt(promised), permitted: BigInt(permitted), open, wasted };
}
