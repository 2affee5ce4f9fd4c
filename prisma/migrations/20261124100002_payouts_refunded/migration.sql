-- Payouts that went to the buyer. No row matches while it is built, so it reads the table once and writes nothing.
CREATE INDEX CONCURRENTLY payout_refunded ON payout (partner_id, created_at, payment_id) WHERE refund_id IS NOT NULL;
