-- The list of a partner's refunded payments, which are few.
CREATE INDEX CONCURRENTLY payment_refunded_of_partner ON payment (partner_id, created_at, id) WHERE refunded_amount IS NOT NULL;
