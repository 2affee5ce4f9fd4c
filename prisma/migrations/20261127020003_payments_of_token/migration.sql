-- Payments that no buyer confirmed have no token, and no search by token looks for them.
CREATE INDEX CONCURRENTLY payment_of_token ON payment (partner_id, token_asset, created_at, id) WHERE token_asset IS NOT NULL;
