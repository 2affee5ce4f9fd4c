-- Lists of events by type, and of a merchant's events by type: each reads its newest rows in order.
CREATE INDEX event_partner_id_type_id_idx ON event (partner_id, type, id);
CREATE INDEX event_merchant_id_type_id_idx ON event (merchant_id, type, id);

-- Old events are found by their ids, which sort by time.
DROP INDEX event_created_at_idx;
DROP INDEX webhook_attempt_at_idx;
