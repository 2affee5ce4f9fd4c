-- Reads the tables without blocking their changes.
ALTER TABLE invitation VALIDATE CONSTRAINT invitation_created_by_id_fkey;
ALTER TABLE api_key VALIDATE CONSTRAINT api_key_created_by_id_fkey;
ALTER TABLE app VALIDATE CONSTRAINT app_created_by_id_fkey;
ALTER TABLE webhook_endpoint VALIDATE CONSTRAINT webhook_endpoint_url_by_id_fkey;
ALTER TABLE webhook_endpoint VALIDATE CONSTRAINT webhook_endpoint_secret_by_id_fkey;
