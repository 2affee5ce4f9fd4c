CREATE INDEX CONCURRENTLY payout_of_merchant ON payout (merchant_id, created_at, payment_id);
