-- A live account has at most one test account.
CREATE UNIQUE INDEX CONCURRENTLY partner_live_account_id_key ON partner (live_account_id);
