// Conditions on a payout `o`, and on a relayer wallet `w` that is joined with it.

/** A transaction of it moved money, to the merchant or for a refund to the buyer, even if less than the amount arrived. */
export const hasMoved = `EXISTS (SELECT FROM chain_transfer t WHERE t.payment_id = o.payment_id
  AND (t.kind = 'settlement' OR t.kind = 'refund' AND t.sender = o.treasury))`;

/** It failed for good and moved nothing, so that its money is still in the treasury. */
export const hasFailedForGood = `o.state = 'failed' AND o.retry_at IS NULL AND o.refund_id IS NULL AND NOT ${hasMoved}`;

/** The wallet is the payout's treasury, and in use: Till can send the money. */
export const isPayer = `w.address = o.treasury AND w.is_active
  AND w.chain_id = split_part(split_part(o.asset, '/', 1), ':', 2)::integer`;
