-- The removal of a member looks for what they created.
CREATE INDEX CONCURRENTLY app_created_by_id_idx ON app (created_by_id);
