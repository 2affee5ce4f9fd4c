-- The removal of a member looks for what they created.
CREATE INDEX CONCURRENTLY api_key_created_by_id_idx ON api_key (created_by_id);
