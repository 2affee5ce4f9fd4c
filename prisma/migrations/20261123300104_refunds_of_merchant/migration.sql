CREATE INDEX CONCURRENTLY refund_of_merchant ON refund (merchant_id, updated_at, id) WHERE state IN ('marked', 'succeeded');
