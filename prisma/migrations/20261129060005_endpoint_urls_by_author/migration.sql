-- The removal of a member looks for what they created.
CREATE INDEX CONCURRENTLY webhook_endpoint_url_by_id_idx ON webhook_endpoint (url_by_id);
