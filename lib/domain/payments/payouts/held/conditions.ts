// Conditions on a payout `o`, and on a relayer wallet `w` that is joined with it.

/** A transaction of it moved money, to the merchant or for a refund to the buyer, even if less than the amount arrived. */
export const hasMoved = `EXISTS (SELECT FROM chain_transfer t WHERE t.payment_id = o.payment_id
  AND (t.kind = 'settlement' OR t.kind = 'refund' AND t.sender = o.treasury))`;

/** It failed for good and moved nothing, so that its money is still in the treasury. */
export const hasFailedForGood = `o.state = 'failed' AND o.retry_at IS NULL AND o.refund_id IS NULL AND NOT ${hasMoved}`;

/**
 * Selects columns of the payouts of a condition whose money is still in the treasury. An index of its own
 * answers each of the two parts.
 */
export const selectHeld = (
  columns: string,
  condition: string,
) => `SELECT ${columns} FROM payout o WHERE o.state = 'held' AND ${condition}
  UNION ALL SELECT ${columns} FROM payout o WHERE ${hasFailedForGood} AND ${condition}`;

/** The wallet is the payout's treasury, and in use: Till can send the money. */
export const isPayer = `w.address = o.treasury AND w.is_active
  AND w.chain_id = split_part(split_part(o.asset, '/', 1), ':', 2)::integer`;
