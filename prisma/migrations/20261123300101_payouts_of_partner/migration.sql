CREATE INDEX CONCURRENTLY payout_of_partner ON payout (partner_id, created_at, payment_id);
