-- The removal of a member looks for what they created.
CREATE INDEX CONCURRENTLY webhook_endpoint_secret_by_id_idx ON webhook_endpoint (secret_by_id);
