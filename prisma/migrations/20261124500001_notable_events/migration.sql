-- The events that members are notified of in the order of their times, for all partners at once. Those that every payment has are not
-- among them, so recording a payment's usual events doesn't write to this index.
CREATE INDEX CONCURRENTLY event_notable ON event (id) WHERE type IN ('payout.held', 'payout.failed', 'refund.succeeded',
  'refund.failed', 'settlement_destination.changed', 'api_key.created', 'webhook_endpoint.disabled');
