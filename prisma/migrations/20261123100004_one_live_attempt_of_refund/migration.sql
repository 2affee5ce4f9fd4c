-- A refund has at most one attempt that may still move money.
CREATE UNIQUE INDEX CONCURRENTLY payment_attempt_one_live_refund ON payment_attempt (refund_id)
  WHERE state <> 'rejected' AND refund_id IS NOT NULL;
