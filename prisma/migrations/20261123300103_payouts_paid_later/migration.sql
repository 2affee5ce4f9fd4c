-- Those that were not paid in the transaction of the payment itself.
CREATE INDEX CONCURRENTLY payout_paid_later ON payout (merchant_id, updated_at, payment_id)
  WHERE state = 'final' AND updated_at > created_at;
