-- The attempts of a payment and those of its refunds are counted apart. One statement in each migration, outside a transaction.
CREATE UNIQUE INDEX CONCURRENTLY payment_attempt_one_live_new ON payment_attempt (payment_id)
  WHERE state <> 'rejected' AND refund_id IS NULL;
