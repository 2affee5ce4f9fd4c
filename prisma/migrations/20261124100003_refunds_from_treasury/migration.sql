CREATE INDEX CONCURRENTLY refund_of_held_money ON refund (merchant_id, updated_at, id) WHERE from_treasury;
