-- Removing a passkey looks for the sessions that it started.
CREATE INDEX CONCURRENTLY user_session_passkey_id_idx ON user_session (passkey_id);
