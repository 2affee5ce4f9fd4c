-- Reads the sessions without blocking their changes.
ALTER TABLE user_session VALIDATE CONSTRAINT user_session_passkey_id_fkey;
