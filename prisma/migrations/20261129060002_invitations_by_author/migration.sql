-- The removal of a member looks for what they created.
CREATE INDEX CONCURRENTLY invitation_created_by_id_idx ON invitation (created_by_id);
