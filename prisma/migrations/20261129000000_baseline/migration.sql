-- The database of Till 0.1.0, by subject: types and tables, then indexes, then functions and triggers with
-- what each of them protects.
--
-- It runs once, on an empty database, in one transaction. A later change is a migration of its own: an
-- installation that has run this file doesn't run it again. The columns are described in prisma/schema, and
-- docs/guards.md says what happened without some of the guards.
--
-- The database is the last guard of the money: it refuses the second time, whatever the code or an operator
-- tries. Errors of guards have the code of a violated CHECK, so that a caller can tell them from faults.

-- =================================================================================================
-- Shared guards
-- =================================================================================================

-- For tables of history: rows are added, and neither changed nor deleted.
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

-- For tables of what was sent to a chain, is owed or was decided: without a row, its nonce or its purpose
-- could be taken a second time.
CREATE FUNCTION never_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'nothing is deleted from %', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

-- The day of the dashboard's periods, the statistics and the gas budgets: the same for everyone.
CREATE FUNCTION utc_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'UTC')::date
$$;

-- =================================================================================================
-- Audit logs
-- =================================================================================================

CREATE TABLE audit_entry (
  id bigserial,
  partner_id text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_kind text,
  actor_id text,
  actor_name text,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (id)
);

CREATE TABLE operator_audit_entry (
  id bigserial,
  at timestamptz(3) NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL,
  subject_id text NOT NULL,
  reason text NOT NULL,
  facts jsonb NOT NULL,
  CONSTRAINT operator_audit_entry_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_entry_partner_id_id_idx ON audit_entry (partner_id, id);
CREATE INDEX audit_entry_partner_id_subject_id_id_idx ON audit_entry (partner_id, subject_id, id);
-- The entries of a merchant's destinations, removed ones included.
CREATE INDEX audit_entry_of_merchant ON audit_entry (partner_id, (coalesce(after, before) ->> 'merchant_id'))
  WHERE coalesce(after, before) ->> 'merchant_id' IS NOT NULL;

-- The part of a row that the audit log keeps: secrets as a fingerprint, which shows that one has changed and
-- nothing more, and no columns that change by themselves or say nothing to a reader. The author of a record
-- is the entry's actor.
CREATE FUNCTION audited(kept jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN key IN ('password_hash', 'totp_sealed', 'recovery_hashes', 'secret_hash', 'token_hash', 'secret', 'old_secret')
        AND value NOT IN ('null', '[]')
      THEN to_jsonb('secret:' || left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 12))
      ELSE value END), '{}')
  FROM jsonb_each(kept)
  WHERE key NOT IN ('created_at', 'updated_at', 'last_used_at', 'last_sign_in_at', 'totp_last_step', 'failures',
    'failing_since', 'blocked_until', 'last_success_at', 'resumed_at', 'notifications_read_at', 'changed_at',
    'passkey_handle', 'credential_id', 'public_key', 'sign_count', 'transports', 'created_by_id', 'url_by_id', 'secret_by_id',
    'left_by')
$$;

-- Writes the entry of a change in the transaction that makes it, so that no code path can leave it out. The
-- transaction names its actor by set_config('till.actor', …, true). A trigger can pass the subject's public
-- name, which is the table's name otherwise.
CREATE FUNCTION audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE audited(to_jsonb(OLD)) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE audited(to_jsonb(NEW)) END;
  kept jsonb := coalesce(new_row, old_row);
  actor jsonb := nullif(current_setting('till.actor', true), '')::jsonb;
  subject text := coalesce(TG_ARGV[0], TG_TABLE_NAME);
  owner text;
  verb text := CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'DELETE' THEN 'deleted' ELSE 'updated' END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF old_row = new_row THEN RETURN NULL; END IF;
    SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) INTO old_row, new_row
      FROM jsonb_each(old_row) o WHERE o.value IS DISTINCT FROM new_row -> o.key;
    IF jsonb_typeof(new_row -> 'deleted_at') = 'string' THEN verb := 'deleted';
    ELSIF jsonb_typeof(new_row -> 'revoked_at') = 'string' THEN verb := 'revoked';
    ELSIF jsonb_typeof(new_row -> 'accepted_at') = 'string' THEN verb := 'accepted';
    END IF;
  END IF;
  IF TG_TABLE_NAME = 'partner' THEN owner := kept ->> 'id';
  ELSIF kept ? 'merchant_id' THEN SELECT partner_id INTO owner FROM merchant WHERE id = kept ->> 'merchant_id';
  ELSE owner := kept ->> 'partner_id';
  END IF;
  -- Apps that ship with the service belong to no partner.
  IF owner IS NULL THEN RETURN NULL; END IF;
  INSERT INTO audit_entry (partner_id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, before, after)
    VALUES (owner, clock_timestamp(), actor ->> 'kind', actor ->> 'id', actor ->> 'name',
      subject || '.' || verb, subject, coalesce(kept ->> 'id', owner), old_row, new_row);
  RETURN NULL;
END $$;

-- Entries can't be changed, deleted or truncated.
CREATE FUNCTION audit_entry_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION audit_entry_guard();
CREATE TRIGGER audit_entry_not_truncated BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_guard();

-- Writes the operator's decisions about money: findings about transfers and unknown transactions, movements,
-- corrections, and payouts that a treasury's owner has made. A decision without an author has none for its
-- entry either, and is refused.
CREATE FUNCTION audit_operator_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept jsonb := to_jsonb(NEW);
  author text := coalesce(kept ->> 'resolved_by', kept ->> 'ordered_by', kept ->> 'made_by');
  reason text := coalesce(kept ->> 'note', kept ->> 'reason', kept ->> 'resolution');
  verb text := CASE TG_TABLE_NAME WHEN 'wallet_transfer' THEN 'stray_transfer.' || (kept ->> 'state')
    WHEN 'movement' THEN 'movement.ordered' WHEN 'owner_transfer' THEN 'payouts.recorded'
    WHEN 'unknown_transaction' THEN 'unknown_transaction.explained' ELSE 'books.corrected' END;
  subject text := coalesce(kept ->> 'id', concat_ws(':', kept ->> 'chain_id', kept ->> 'wallet', kept ->> 'nonce'));
BEGIN
  INSERT INTO operator_audit_entry (at, actor_name, action, subject_id, reason, facts)
    VALUES (clock_timestamp(), author, verb, subject, reason,
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(kept) WHERE value IS NOT NULL AND key IN (
        'kind', 'chain_id', 'wallet', 'direction', 'address', 'counterparty', 'asset', 'token', 'amount', 'destination',
        'tx_hash', 'payment_id', 'wallet_transfer_id', 'debit', 'credit', 'sender', 'recipient', 'payouts', 'log_index',
        'attribution', 'target', 'detail')));
  RETURN NULL;
END $$;

-- The operator's decisions can't be changed, deleted or truncated.
CREATE TRIGGER operator_audit_entry_append_only BEFORE UPDATE OR DELETE ON operator_audit_entry
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER operator_audit_entry_not_truncated BEFORE TRUNCATE ON operator_audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- =================================================================================================
-- Partners
-- =================================================================================================

CREATE TYPE gas_payer AS ENUM ('fee', 'operator');
CREATE TYPE counted_record AS ENUM ('api_key', 'app', 'merchant', 'invitation', 'invitation_email', 'logo');

-- embed_origins goes into the header that names the sites that may frame a page, where a space, a semicolon
-- or a star would allow more than one site. Plain HTTP is for the same machine only. A budget of -1 is none.
CREATE TABLE partner (
  id text NOT NULL,
  name text NOT NULL,
  service_version text NOT NULL DEFAULT '2026-02-18',
  fee_currency text NOT NULL DEFAULT 'USD',
  fee_fixed numeric(78, 0) NOT NULL DEFAULT 0,
  fee_ppm integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  embed_origins text[] NOT NULL DEFAULT ARRAY[]::text[],
  app_gas_budget bigint,
  buyer_gas_budget bigint,
  gas_budget bigint,
  gas_payer gas_payer,
  api_key_limit integer,
  app_limit integer,
  invitation_limit integer,
  logo_limit integer,
  merchant_limit integer,
  requires_second_factor boolean NOT NULL DEFAULT false,
  CONSTRAINT partner_pkey PRIMARY KEY (id),
  CONSTRAINT partner_fee_fixed_not_negative CHECK (fee_fixed >= 0),
  CONSTRAINT partner_fee_ppm_range CHECK (fee_ppm BETWEEN 0 AND 999999),
  CONSTRAINT partner_embed_origins CHECK (
    cardinality(embed_origins) <= 20
    AND string_to_array(array_to_string(embed_origins, ' '), ' ') = embed_origins
    AND array_to_string(embed_origins, ' ') ~
      '^((https://[a-z0-9.-]{1,253}|http://(localhost|127\.0\.0\.1))(:[0-9]{1,5})?( (?=h)|$))*$'),
  CONSTRAINT partner_gas_budgets CHECK (gas_budget >= -1 AND app_gas_budget >= -1 AND buyer_gas_budget >= -1)
);

CREATE TABLE partner_count (
  partner_id text NOT NULL,
  kind counted_record NOT NULL,
  in_use integer NOT NULL DEFAULT 0,
  day date NOT NULL,
  created_today integer NOT NULL DEFAULT 0,
  CONSTRAINT partner_count_pkey PRIMARY KEY (partner_id, kind),
  CONSTRAINT partner_count_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- Changes of a partner are audited.
CREATE TRIGGER partner_audited AFTER INSERT OR UPDATE OR DELETE ON partner
  FOR EACH ROW EXECUTE FUNCTION audit_change();

-- Limits of what partners create for free. A record counts until it is revoked, deleted or, as an invitation,
-- accepted.
CREATE FUNCTION is_in_use(kept jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT kept ->> 'revoked_at' IS NULL AND kept ->> 'deleted_at' IS NULL AND kept ->> 'accepted_at' IS NULL
$$;

-- Adds to a partner's count of a kind, whose row then stays locked until the transaction ends: transactions
-- that create records of one kind at the same time see each other's. The day is UTC's.
CREATE FUNCTION add_to_count(owner text, of_kind counted_record, added_in_use integer, added_today integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO partner_count AS c (partner_id, kind, in_use, day, created_today)
  VALUES (owner, of_kind, added_in_use, (now() AT TIME ZONE 'UTC')::date, added_today)
  ON CONFLICT (partner_id, kind) DO UPDATE SET in_use = c.in_use + excluded.in_use,
    created_today = CASE WHEN c.day >= excluded.day THEN c.created_today ELSE 0 END + excluded.created_today,
    day = greatest(c.day, excluded.day)
$$;

-- Counts new records once for a statement, so that a bulk insert writes each count once. Apps that ship with
-- the service have no partner.
CREATE FUNCTION count_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_count(partner_id, TG_ARGV[0]::counted_record, in_use, created) FROM (
    SELECT partner_id, count(*) FILTER (WHERE is_in_use(to_jsonb(a)))::int AS in_use, count(*)::int AS created
    FROM added a WHERE partner_id IS NOT NULL GROUP BY partner_id ORDER BY partner_id) n;
  RETURN NULL;
END $$;

-- Counts records that come out of use, or back into it.
CREATE FUNCTION count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := CASE WHEN TG_OP = 'UPDATE' THEN is_in_use(to_jsonb(NEW))::int ELSE 0 END - is_in_use(to_jsonb(OLD))::int;
BEGIN
  IF change <> 0 AND OLD.partner_id IS NOT NULL THEN
    PERFORM add_to_count(OLD.partner_id, TG_ARGV[0]::counted_record, change, 0);
  END IF;
  RETURN NULL;
END $$;

-- =================================================================================================
-- Members and how they sign in
-- =================================================================================================

CREATE TYPE user_role AS ENUM ('owner', 'admin', 'developer', 'viewer');
CREATE TYPE email_token_purpose AS ENUM ('sign_up', 'password_reset');

-- Emails are compared as they are stored, so they are stored in lower case.
CREATE TABLE "user" (
  id text NOT NULL,
  partner_id text NOT NULL,
  email text NOT NULL,
  password_hash text,
  role user_role NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_sign_in_at timestamptz(3),
  name text NOT NULL DEFAULT '',
  recovery_hashes bytea[] DEFAULT ARRAY[]::bytea[],
  totp_confirmed_at timestamptz(3),
  totp_key_id text,
  totp_last_step bigint,
  totp_sealed bytea,
  notifications_read_at timestamptz(3),
  time_zone text,
  passkey_handle bytea,
  payment_columns text[],
  CONSTRAINT user_pkey PRIMARY KEY (id),
  CONSTRAINT user_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT user_email_lower CHECK (email = lower(email))
);

CREATE TABLE passkey (
  id text NOT NULL,
  partner_id text NOT NULL,
  user_id text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- A challenge is used once: the primary key refuses the second time.
CREATE TABLE used_passkey_challenge (
  challenge_hash bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT used_passkey_challenge_pkey PRIMARY KEY (challenge_hash)
);

CREATE TABLE user_session (
  id text NOT NULL,
  user_id text NOT NULL,
  user_agent text,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  proved_at timestamptz(3),
  passkey_id text,
  CONSTRAINT user_session_pkey PRIMARY KEY (id),
  CONSTRAINT user_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT user_session_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES passkey(id) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE invitation (
  id text NOT NULL,
  partner_id text NOT NULL,
  email text NOT NULL,
  role user_role NOT NULL,
  token_hash bytea,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  emailed_on date,
  emails integer NOT NULL DEFAULT 0,
  created_by_id text,
  CONSTRAINT invitation_pkey PRIMARY KEY (id),
  CONSTRAINT invitation_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT invitation_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES "user"(id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT invitation_email_lower CHECK (email = lower(email))
);

CREATE TABLE email_token (
  token_hash bytea NOT NULL,
  purpose email_token_purpose NOT NULL,
  email text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT email_token_pkey PRIMARY KEY (token_hash),
  CONSTRAINT email_token_email_lower CHECK (email = lower(email))
);

CREATE TABLE saved_view (
  id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  filter jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT saved_view_pkey PRIMARY KEY (id),
  CONSTRAINT saved_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT saved_view_name_length CHECK (char_length(name) BETWEEN 1 AND 60),
  CONSTRAINT saved_view_filter_is_object CHECK (jsonb_typeof(filter) = 'object')
);

CREATE UNIQUE INDEX user_email_key ON "user" (email);
CREATE INDEX user_partner_id_idx ON "user" (partner_id);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);
CREATE INDEX used_passkey_challenge_expires_at_idx ON used_passkey_challenge (expires_at);
CREATE INDEX user_session_user_id_idx ON user_session ("user_id");
CREATE INDEX user_session_expires_at_idx ON user_session (expires_at);
CREATE INDEX user_session_passkey_id_idx ON user_session (passkey_id);
CREATE UNIQUE INDEX invitation_token_hash_key ON invitation (token_hash);
CREATE INDEX invitation_partner_id_idx ON invitation (partner_id);
CREATE INDEX invitation_created_by_id_idx ON invitation (created_by_id);
-- A partner invites an email once at a time.
CREATE UNIQUE INDEX invitation_open ON invitation (partner_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX email_token_email_idx ON email_token (email);
CREATE INDEX email_token_expires_at_idx ON email_token (expires_at);
CREATE UNIQUE INDEX saved_view_user_id_name_key ON saved_view ("user_id", name);

-- Changes of members, passkeys and invitations are audited, except for the columns of a passkey that each use
-- changes.
CREATE TRIGGER user_audited AFTER INSERT OR UPDATE OR DELETE ON "user"
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER passkey_audited AFTER INSERT OR DELETE OR UPDATE OF name ON passkey
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER invitation_audited AFTER INSERT OR UPDATE OR DELETE ON invitation
  FOR EACH ROW EXECUTE FUNCTION audit_change();

-- Invitations count for the partner's limits.
CREATE TRIGGER invitation_created_counted AFTER INSERT ON invitation REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_created('invitation');
CREATE TRIGGER invitation_changed_counted AFTER DELETE OR UPDATE OF accepted_at, revoked_at ON invitation
  FOR EACH ROW EXECUTE FUNCTION count_changed('invitation');

-- =================================================================================================
-- Logos, apps, API keys and idempotency keys
-- =================================================================================================

-- Files that are served are the ones that were checked, under the name of their content.
CREATE TABLE logo (
  sha256 text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  unused_since timestamptz(3),
  CONSTRAINT logo_pkey PRIMARY KEY (sha256),
  CONSTRAINT logo_named_by_content CHECK (sha256 = encode(sha256(bytes), 'hex')),
  CONSTRAINT logo_media_type_known CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  CONSTRAINT logo_size_limit CHECK (octet_length(bytes) BETWEEN 1 AND 2097152),
  CONSTRAINT logo_pixel_limits CHECK (width BETWEEN 500 AND 4096 AND height BETWEEN 500 AND 4096)
);

-- Buyers see of an app its name and our copy of its icon, or no icon.
CREATE TABLE app (
  id text NOT NULL,
  partner_id text,
  name text NOT NULL,
  icon_url text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  revoked_at timestamptz(3),
  logo_hash text,
  created_by_id text,
  left_by text,
  CONSTRAINT app_pkey PRIMARY KEY (id),
  CONSTRAINT app_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT app_logo_hash_fkey FOREIGN KEY (logo_hash) REFERENCES logo(sha256) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT app_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES "user"(id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT app_logo_has_url CHECK (logo_hash IS NULL OR icon_url IS NOT NULL),
  CONSTRAINT app_has_name CHECK (name <> '')
);

CREATE TABLE api_key (
  id text NOT NULL,
  partner_id text NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  hint text NOT NULL,
  permissions text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  allowed_networks text[] DEFAULT ARRAY[]::text[],
  created_by text,
  expires_at timestamptz(3),
  created_by_id text,
  left_by text,
  CONSTRAINT api_key_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT api_key_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES "user"(id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT api_key_secret_is_sha256 CHECK (octet_length(secret_hash) = 32)
);

CREATE TABLE idempotency_key (
  partner_id text NOT NULL,
  operation_id text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  body text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (partner_id, operation_id, key)
);

CREATE INDEX app_partner_id_idx ON app (partner_id);
CREATE INDEX app_logo_hash_idx ON app (logo_hash);
CREATE INDEX app_created_by_id_idx ON app (created_by_id);
CREATE UNIQUE INDEX api_key_secret_hash_key ON api_key (secret_hash);
CREATE INDEX api_key_partner_id_idx ON api_key (partner_id);
CREATE INDEX api_key_created_by_id_idx ON api_key (created_by_id);
CREATE INDEX idempotency_key_created_at_idx ON idempotency_key (created_at);

-- The app of the hosted checkout.
INSERT INTO app (id, name) VALUES ('app_00000000000000000000000001', 'Till Checkout');

-- A file that was checked stays as it is.
CREATE TRIGGER logo_frozen BEFORE UPDATE OF sha256, media_type, bytes, width, height, created_at ON logo
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- Changes of apps and keys are audited, and both count for the partner's limits.
CREATE TRIGGER app_audited AFTER INSERT OR UPDATE OR DELETE ON app
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER app_created_counted AFTER INSERT ON app REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_created('app');
CREATE TRIGGER app_changed_counted AFTER DELETE OR UPDATE OF revoked_at ON app
  FOR EACH ROW EXECUTE FUNCTION count_changed('app');
CREATE TRIGGER api_key_audited AFTER INSERT OR UPDATE OR DELETE ON api_key
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER api_key_created_counted AFTER INSERT ON api_key REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_created('api_key');
CREATE TRIGGER api_key_changed_counted AFTER DELETE OR UPDATE OF revoked_at ON api_key
  FOR EACH ROW EXECUTE FUNCTION count_changed('api_key');

-- =================================================================================================
-- Merchants and their settlement destinations
-- =================================================================================================

CREATE TYPE merchant_status AS ENUM ('active', 'inactive', 'suspended');

CREATE TABLE merchant (
  id text NOT NULL,
  partner_id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  icon_url text,
  status merchant_status NOT NULL DEFAULT 'active',
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  logo_hash text,
  only_settleable_tokens boolean NOT NULL DEFAULT false,
  sends_receipts boolean NOT NULL DEFAULT false,
  support_contact text,
  brand_color text,
  CONSTRAINT merchant_pkey PRIMARY KEY (id),
  CONSTRAINT merchant_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT merchant_logo_hash_fkey FOREIGN KEY (logo_hash) REFERENCES logo(sha256) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT merchant_logo_has_url CHECK (logo_hash IS NULL OR icon_url IS NOT NULL)
);

CREATE TABLE settlement_destination (
  id text NOT NULL,
  merchant_id text NOT NULL,
  asset text NOT NULL,
  destination text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT settlement_destination_pkey PRIMARY KEY (id),
  CONSTRAINT settlement_destination_merchant_id_fkey
    FOREIGN KEY (merchant_id) REFERENCES merchant(id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Destinations that take effect later, because the operator has set a delay.
CREATE TABLE pending_destination (
  id text NOT NULL,
  merchant_id text NOT NULL,
  asset text NOT NULL,
  destination text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  takes_effect_at timestamptz(3) NOT NULL,
  CONSTRAINT pending_destination_pkey PRIMARY KEY (id),
  CONSTRAINT pending_destination_merchant_id_fkey
    FOREIGN KEY (merchant_id) REFERENCES merchant(id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The assets of destinations that a merchant has removed: the next one for such an asset counts as a change,
-- so that removing a destination and adding another is no way round the delay.
CREATE TABLE removed_destination (
  merchant_id text NOT NULL,
  asset text NOT NULL,
  removed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT removed_destination_pkey PRIMARY KEY (merchant_id, asset)
);

-- Only the end of an account's number is stored.
CREATE TABLE fiat_settlement_destination (
  id text NOT NULL,
  merchant_id text NOT NULL,
  status text NOT NULL,
  bank_type text NOT NULL,
  currency text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  account_ending text NOT NULL,
  holder_name text NOT NULL,
  CONSTRAINT fiat_settlement_destination_pkey PRIMARY KEY (id),
  CONSTRAINT fiat_settlement_destination_merchant_id_fkey
    FOREIGN KEY (merchant_id) REFERENCES merchant(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT fiat_settlement_destination_account_ending CHECK (account_ending ~ '^[0-9A-Z]{4}$')
);

-- The runs of two and three characters in a text, as numbers that differ between partners, for the search of
-- merchants.
CREATE FUNCTION merchant_grams(partner text, content text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtext(partner || substr(content, place, size))), '{}')
  FROM generate_series(2, 3) size, generate_series(1, length(content) - size + 1) place
$$;

-- A text for a search in any letter case, Unicode form and accents of Latin letters: "Café", "cafe" and "CAFE" are one.
CREATE FUNCTION plain_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(translate(lower(regexp_replace(normalize(content, NFD), '[\u0300-\u036f]', '', 'g')), 'øłđð', 'oldd'), 'ß', 'ss')
$$;

CREATE INDEX merchant_partner_id_created_at_id_idx ON merchant (partner_id, created_at, id);
CREATE INDEX merchant_logo_hash_idx ON merchant (logo_hash);
-- Each partner's merchants by the parts of their names and ids, for a search in any letter case, with or without
-- accents.
CREATE INDEX merchant_by_part ON merchant
  USING gin (merchant_grams(partner_id, plain_text(name || chr(10) || id)))
  WITH (gin_pending_list_limit = 256) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX settlement_destination_merchant_id_asset_key ON settlement_destination (merchant_id, asset);
CREATE UNIQUE INDEX pending_destination_merchant_id_asset_key ON pending_destination (merchant_id, asset);
CREATE INDEX pending_destination_takes_effect_at_idx ON pending_destination (takes_effect_at);
CREATE INDEX fiat_settlement_destination_merchant_id_idx ON fiat_settlement_destination (merchant_id);

-- Changes of merchants and of where their money goes are audited, in the words of the API.
CREATE TRIGGER merchant_audited AFTER INSERT OR UPDATE OR DELETE ON merchant
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER settlement_destination_audited AFTER INSERT OR UPDATE OR DELETE ON settlement_destination
  FOR EACH ROW EXECUTE FUNCTION audit_change('crypto_settlement');
CREATE TRIGGER pending_destination_audited AFTER INSERT OR UPDATE OR DELETE ON pending_destination
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER fiat_settlement_destination_audited AFTER INSERT OR UPDATE OR DELETE ON fiat_settlement_destination
  FOR EACH ROW EXECUTE FUNCTION audit_change('fiat_settlement');

-- Merchants count for the partner's limits.
CREATE TRIGGER merchant_created_counted AFTER INSERT ON merchant REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_created('merchant');
CREATE TRIGGER merchant_changed_counted AFTER DELETE OR UPDATE OF deleted_at ON merchant
  FOR EACH ROW EXECUTE FUNCTION count_changed('merchant');

-- Keeps the delay of a new destination in force after a removal.
CREATE FUNCTION remember_removed_destination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO removed_destination (merchant_id, asset) VALUES (OLD.merchant_id, OLD.asset)
    ON CONFLICT (merchant_id, asset) DO UPDATE SET removed_at = now();
  RETURN NULL;
END $$;
CREATE TRIGGER settlement_destination_removed AFTER DELETE ON settlement_destination
  FOR EACH ROW EXECUTE FUNCTION remember_removed_destination();

-- =================================================================================================
-- Payments
-- =================================================================================================

CREATE TYPE payment_status AS ENUM ('requires_action', 'processing', 'succeeded', 'failed', 'expired', 'cancelled');
CREATE TYPE failure_code AS ENUM ('declined_user');
CREATE TYPE cancelled_reason AS ENUM ('cancelled_by_merchant', 'cancelled_by_user');

-- Amounts are positive, and the status agrees with the columns that belong to it. A buyer comes with a
-- confirm or a decline and not before, and pays on the chain of its own account, on which the counts of
-- customers rely.
CREATE TABLE payment (
  id text NOT NULL,
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  reference_id text NOT NULL,
  status payment_status NOT NULL DEFAULT 'requires_action',
  version integer NOT NULL DEFAULT 0,
  unit text NOT NULL,
  value numeric(78, 0) NOT NULL,
  fee_currency text NOT NULL,
  fee_fixed numeric(78, 0) NOT NULL,
  fee_ppm integer NOT NULL,
  success_url text,
  error_url text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  failure_code failure_code,
  cancelled_reason cancelled_reason,
  cancelled_at timestamptz(3),
  succeeded_at timestamptz(3),
  refunded_at timestamptz(3),
  settled_at timestamptz(3),
  buyer_account text,
  buyer_app_id text,
  token_asset text,
  token_amount numeric(78, 0),
  token_fee numeric(78, 0),
  tx_hash text,
  tx_nonce bigint,
  settlement_tx_hash text,
  amount_rank numeric(78, 0) NOT NULL,
  fee_total numeric(78, 0) NOT NULL,
  fiat_currency text NOT NULL,
  fiat_value numeric(78, 0) NOT NULL,
  refunded_amount numeric(78, 0),
  description text,
  line_items jsonb,
  CONSTRAINT payment_pkey PRIMARY KEY (id),
  CONSTRAINT payment_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchant(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_value_positive CHECK (value > 0),
  CONSTRAINT payment_version_not_negative CHECK (version >= 0),
  CONSTRAINT payment_fee_not_negative CHECK (fee_fixed >= 0 AND fee_ppm BETWEEN 0 AND 999999),
  CONSTRAINT payment_expires_after_creation CHECK (expires_at > created_at),
  CONSTRAINT payment_checkout_urls_together CHECK ((success_url IS NULL) = (error_url IS NULL)),
  CONSTRAINT payment_failure_code_only_if_failed CHECK (failure_code IS NULL OR status = 'failed'),
  CONSTRAINT payment_cancelled_has_reason CHECK (
    (status = 'cancelled') = (cancelled_at IS NOT NULL) AND (cancelled_at IS NULL) = (cancelled_reason IS NULL)),
  CONSTRAINT payment_processing_has_buyer CHECK (
    status NOT IN ('processing', 'succeeded')
    OR (buyer_account IS NOT NULL AND token_asset IS NOT NULL AND token_amount IS NOT NULL AND token_fee IS NOT NULL
      AND token_amount > 0 AND token_fee >= 0 AND token_fee < token_amount)),
  CONSTRAINT payment_succeeded_has_transaction CHECK (
    (status = 'succeeded') = (succeeded_at IS NOT NULL) AND (status = 'succeeded') = (tx_hash IS NOT NULL)),
  CONSTRAINT payment_settled_only_if_succeeded CHECK (
    (settled_at IS NULL) = (settlement_tx_hash IS NULL) AND (settled_at IS NULL OR status = 'succeeded')),
  CONSTRAINT payment_refunded_only_if_succeeded CHECK (refunded_at IS NULL OR status = 'succeeded'),
  CONSTRAINT payment_amounts_not_negative CHECK (fee_total >= 0 AND fee_total < value AND fiat_value >= 0 AND amount_rank >= 0),
  CONSTRAINT payment_buyer_has_acted CHECK (
    buyer_account IS NULL OR status IN ('processing', 'succeeded', 'failed')),
  CONSTRAINT payment_buyer_on_chain_of_token CHECK (
    buyer_account IS NULL OR token_asset IS NULL OR starts_with(buyer_account, split_part(token_asset, '/', 1) || ':')),
  CONSTRAINT payment_refunded_amount CHECK (
    refunded_amount IS NULL OR (status = 'succeeded' AND refunded_amount > 0 AND refunded_amount <= token_amount))
);

CREATE TABLE payment_event (
  payment_id text NOT NULL,
  version integer NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_event_pkey PRIMARY KEY (payment_id, version),
  CONSTRAINT payment_event_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Each partner's references by the runs of three characters in them, as numbers that differ between partners.
CREATE FUNCTION reference_grams(partner text, reference text) RETURNS integer[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  grams integer[] := '{}';
BEGIN
  FOR place IN 1 .. length(reference) - 2 LOOP
    grams := grams || hashtext(partner || substr(reference, place, 3));
  END LOOP;
  RETURN grams;
END $$;

CREATE INDEX payment_partner_id_created_at_id_idx ON payment (partner_id, created_at, id);
CREATE INDEX payment_merchant_id_created_at_id_idx ON payment (merchant_id, created_at, id);
CREATE INDEX payment_partner_id_amount_rank_id_idx ON payment (partner_id, amount_rank, id);
CREATE INDEX payment_partner_id_status_created_at_id_idx ON payment (partner_id, status, created_at, id);
CREATE INDEX payment_merchant_id_amount_rank_id_idx ON payment (merchant_id, amount_rank, id);
CREATE INDEX payment_merchant_id_status_created_at_id_idx ON payment (merchant_id, status, created_at, id);
-- The expiry sweep's work list.
CREATE INDEX payment_open_by_expiry ON payment (expires_at) WHERE status = 'requires_action';
-- A partner's open payments by expiry: those that are overdue and not yet recorded as expired correct the
-- statistics.
CREATE INDEX payment_open_of_partner ON payment (partner_id, expires_at) WHERE status = 'requires_action';
-- Payments that no buyer confirmed have no token, and no search by token looks for them. Most of the others
-- succeeded, so the rest has an index of its own.
CREATE INDEX payment_of_token ON payment (partner_id, token_asset, created_at, id) WHERE token_asset IS NOT NULL;
CREATE INDEX payment_of_token_unsuccessful ON payment (partner_id, token_asset, status, created_at, id)
  WHERE token_asset IS NOT NULL AND status <> 'succeeded';
-- Pages of a buyer's payments, in whichever letter case the client wrote the account.
CREATE INDEX payment_of_buyer ON payment (partner_id, lower(buyer_account), created_at, id) WHERE buyer_account IS NOT NULL;
-- References by their parts, in lower case, for a search in any letter case.
CREATE INDEX payment_by_reference_part ON payment USING gin (reference_grams(partner_id, lower(reference_id)))
  WITH (gin_pending_list_limit = 256);
-- For the reconciliation, which reads the events since its last run.
CREATE INDEX payment_event_created_at_idx ON payment_event USING brin (created_at);

-- A payment never changes what it was created as, is never deleted, and doesn't leave a final state. Its
-- transactions, cancellation and refund are recorded once, and the refunded amount only grows. The chain
-- wins: a recovery, and nothing else, may find that a payment which ended without success was paid.
CREATE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_recovered boolean := TG_OP = 'UPDATE' AND OLD.status IN ('failed', 'expired', 'cancelled') AND NEW.status = 'succeeded'
    AND coalesce(current_setting('till.recovery', true), '') = 'on';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payment % can not be deleted', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status IN ('succeeded', 'failed', 'expired', 'cancelled') AND NEW.status <> OLD.status AND NOT is_recovered THEN
    RAISE EXCEPTION 'payment % is % for good', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.partner_id, NEW.merchant_id, NEW.reference_id, NEW.unit, NEW.value, NEW.fee_currency, NEW.fee_fixed,
      NEW.fee_ppm, NEW.fee_total, NEW.fiat_currency, NEW.fiat_value, NEW.amount_rank, NEW.success_url, NEW.error_url,
      NEW.created_at, NEW.expires_at, NEW.description, NEW.line_items)
    IS DISTINCT FROM (OLD.id, OLD.partner_id, OLD.merchant_id, OLD.reference_id, OLD.unit, OLD.value,
      OLD.fee_currency, OLD.fee_fixed, OLD.fee_ppm, OLD.fee_total, OLD.fiat_currency, OLD.fiat_value, OLD.amount_rank,
      OLD.success_url, OLD.error_url, OLD.created_at, OLD.expires_at, OLD.description, OLD.line_items) THEN
    RAISE EXCEPTION 'what payment % was created as can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.tx_hash IS NOT NULL AND NEW.tx_hash IS DISTINCT FROM OLD.tx_hash
    OR OLD.settlement_tx_hash IS NOT NULL AND NEW.settlement_tx_hash IS DISTINCT FROM OLD.settlement_tx_hash THEN
    RAISE EXCEPTION 'the transactions of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refunded_at IS NOT NULL AND NEW.refunded_at IS DISTINCT FROM OLD.refunded_at
    OR OLD.cancelled_at IS NOT NULL AND NOT is_recovered AND (NEW.cancelled_at, NEW.cancelled_reason)
      IS DISTINCT FROM (OLD.cancelled_at, OLD.cancelled_reason)
    OR NEW.refunded_amount IS DISTINCT FROM OLD.refunded_amount
      AND (OLD.refunded_at IS NOT NULL OR NEW.refunded_amount IS NULL OR NEW.refunded_amount < OLD.refunded_amount) THEN
    RAISE EXCEPTION 'the cancellation or refund of payment % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.refunded_at IS NULL AND NEW.refunded_at IS NOT NULL THEN NEW.refunded_amount := NEW.token_amount; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_guard BEFORE UPDATE OR DELETE ON payment FOR EACH ROW EXECUTE FUNCTION payment_guard();
CREATE TRIGGER payment_not_truncated BEFORE TRUNCATE ON payment
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- The history of a payment is added to, never rewritten.
CREATE TRIGGER payment_event_append_only BEFORE UPDATE OR DELETE ON payment_event
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER payment_event_not_truncated BEFORE TRUNCATE ON payment_event
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- =================================================================================================
-- Refunds
-- =================================================================================================

CREATE TYPE refund_mode AS ENUM ('mark', 'request');
CREATE TYPE refund_state AS ENUM ('marked', 'requested', 'processing', 'succeeded', 'failed', 'expired', 'cancelled');

-- A refund from the treasury has no link, because no merchant's wallet signs it.
CREATE TABLE refund (
  id text NOT NULL,
  payment_id text NOT NULL,
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  mode refund_mode NOT NULL,
  state refund_state NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  recipient text NOT NULL,
  created_by text,
  token_hash bytea,
  tx_hash text,
  failure text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  from_treasury boolean NOT NULL DEFAULT false,
  CONSTRAINT refund_pkey PRIMARY KEY (id),
  CONSTRAINT refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT refund_amount_positive CHECK (amount > 0),
  CONSTRAINT refund_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  CONSTRAINT refund_mode_and_state CHECK ((mode = 'mark') = (state = 'marked')),
  CONSTRAINT refund_expires_after_creation CHECK (expires_at > created_at),
  CONSTRAINT refund_succeeded_has_transaction CHECK ((state = 'succeeded') = (tx_hash IS NOT NULL)),
  CONSTRAINT refund_request_has_link CHECK ((mode = 'request' AND NOT from_treasury) = (token_hash IS NOT NULL)
    AND (mode = 'request' AND NOT from_treasury) = (expires_at IS NOT NULL)),
  CONSTRAINT refund_from_treasury CHECK (
    NOT from_treasury OR (mode = 'request' AND state IN ('processing', 'succeeded', 'failed')))
);

CREATE UNIQUE INDEX refund_token_hash_key ON refund (token_hash);
CREATE INDEX refund_payment_id_idx ON refund (payment_id);
-- The expiry sweep's work list.
CREATE INDEX refund_open_by_expiry ON refund (expires_at) WHERE state = 'requested';
CREATE INDEX refund_of_merchant ON refund (merchant_id, updated_at, id) WHERE state IN ('marked', 'succeeded');
CREATE INDEX refund_of_held_money ON refund (merchant_id, updated_at, id) WHERE from_treasury;

-- The terms of a refund never change, and neither does the party that pays it. An ended refund stays ended,
-- except that a recovery may find that it was paid. The refunds of a payment never exceed what was paid: the
-- payment's row is locked, so that of two only one can be the last.
CREATE FUNCTION refund_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid numeric;
  claimed numeric;
  is_recovered boolean := TG_OP = 'UPDATE' AND NEW.state = 'succeeded'
    AND coalesce(current_setting('till.recovery', true), '') = 'on';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.payment_id, NEW.partner_id, NEW.merchant_id, NEW.mode, NEW.asset, NEW.amount, NEW.recipient, NEW.created_by,
        NEW.token_hash, NEW.created_at, NEW.expires_at, NEW.from_treasury)
      IS DISTINCT FROM (OLD.id, OLD.payment_id, OLD.partner_id, OLD.merchant_id, OLD.mode, OLD.asset, OLD.amount, OLD.recipient,
        OLD.created_by, OLD.token_hash, OLD.created_at, OLD.expires_at, OLD.from_treasury) THEN
      RAISE EXCEPTION 'the terms of refund % can not change', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.tx_hash IS NOT NULL AND NEW.tx_hash IS DISTINCT FROM OLD.tx_hash THEN
      RAISE EXCEPTION 'the transaction of refund % can not change', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state <> OLD.state AND NOT is_recovered AND NOT (
      OLD.state = 'requested' AND NEW.state IN ('processing', 'cancelled', 'expired')
      OR OLD.state = 'processing' AND NEW.state IN ('requested', 'succeeded', 'failed')) THEN
      RAISE EXCEPTION 'refund % can not change from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF NEW.state IN ('failed', 'expired', 'cancelled') THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND OLD.state NOT IN ('failed', 'expired', 'cancelled') THEN RETURN NEW; END IF;
  SELECT token_amount INTO paid FROM payment
    WHERE id = NEW.payment_id AND status = 'succeeded' AND token_asset = NEW.asset AND refunded_at IS NULL FOR UPDATE;
  SELECT coalesce(sum(amount), 0) INTO claimed FROM refund
    WHERE payment_id = NEW.payment_id AND id <> NEW.id AND state NOT IN ('failed', 'expired', 'cancelled');
  IF paid IS NULL OR claimed + NEW.amount > paid THEN
    RAISE EXCEPTION 'refund % exceeds what is left of payment %', NEW.id, NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refund_guard BEFORE INSERT OR UPDATE ON refund FOR EACH ROW EXECUTE FUNCTION refund_guard();
CREATE TRIGGER refund_kept BEFORE DELETE ON refund FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER refund_not_truncated BEFORE TRUNCATE ON refund FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- =================================================================================================
-- Options and attempts: quotes, and accepted signatures
-- =================================================================================================

CREATE TYPE collection_method AS ENUM ('eip3009', 'permit2');
CREATE TYPE attempt_state AS ENUM ('received', 'submitted', 'mined', 'final', 'rejected', 'reorged');

-- Only Permit2 needs approvals: two at most, one back to zero and one to the amount. In a refund, the wallet
-- pays the buyer all of it.
CREATE TABLE payment_option (
  id text NOT NULL,
  payment_id text NOT NULL,
  account text NOT NULL,
  chain_id integer NOT NULL,
  token text NOT NULL,
  buyer text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  fee numeric(78, 0) NOT NULL,
  method collection_method NOT NULL,
  domain_name text,
  domain_version text,
  submitter text NOT NULL,
  nonce text NOT NULL,
  valid_before bigint NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  approvals numeric(78, 0)[] NOT NULL DEFAULT ARRAY[]::numeric(78, 0)[],
  router text NOT NULL,
  recipient text NOT NULL,
  fee_recipient text NOT NULL,
  is_held boolean NOT NULL DEFAULT false,
  refund_id text,
  CONSTRAINT payment_option_pkey PRIMARY KEY (id),
  CONSTRAINT payment_option_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_option_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_option_amounts CHECK (amount > 0 AND fee >= 0 AND fee < amount),
  CONSTRAINT payment_option_nonce_is_32_bytes CHECK (nonce ~ '^0x[0-9a-f]{64}$'),
  CONSTRAINT payment_option_eip3009_has_domain CHECK (
    method <> 'eip3009' OR (domain_name IS NOT NULL AND domain_version IS NOT NULL)),
  CONSTRAINT payment_option_approvals_permit2 CHECK (
    cardinality(approvals) = 0
    OR (method = 'permit2' AND cardinality(approvals) <= 2 AND approvals[cardinality(approvals)] >= amount)),
  CONSTRAINT payment_option_refund_terms CHECK (refund_id IS NULL OR (fee = 0 AND NOT is_held))
);

-- An attempt that was queued with the relay waits for nothing.
CREATE TABLE payment_attempt (
  id text NOT NULL,
  payment_id text NOT NULL,
  option_id text NOT NULL,
  state attempt_state NOT NULL DEFAULT 'received',
  signature text NOT NULL,
  exclude_from_relayer jsonb,
  app_id text,
  client_id text,
  rejection text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  approval_hashes text[] NOT NULL DEFAULT ARRAY[]::text[],
  approval_nonce bigint,
  awaits boolean NOT NULL DEFAULT false,
  check_after timestamptz(3),
  refund_id text,
  CONSTRAINT payment_attempt_pkey PRIMARY KEY (id),
  CONSTRAINT payment_attempt_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_attempt_option_id_fkey
    FOREIGN KEY (option_id) REFERENCES payment_option(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_attempt_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_attempt_awaits_received CHECK (NOT awaits OR state = 'received')
);

CREATE INDEX payment_option_buyer_idx ON payment_option (buyer);
-- A nonce is signed once. The CHECK makes it 32 bytes, and the index holds those at half the size of the
-- text. A nonce commits to token and buyer, so the index needn't have them.
CREATE UNIQUE INDEX payment_option_nonce_key ON payment_option (decode(substr(nonce, 3), 'hex'), chain_id);
CREATE UNIQUE INDEX payment_attempt_option_id_key ON payment_attempt (option_id);
-- A payment has at most one attempt that may still move money, and so has a refund.
CREATE UNIQUE INDEX payment_attempt_one_live ON payment_attempt (payment_id) WHERE state <> 'rejected' AND refund_id IS NULL;
CREATE UNIQUE INDEX payment_attempt_one_live_refund ON payment_attempt (refund_id)
  WHERE state <> 'rejected' AND refund_id IS NOT NULL;
-- The work list of attempts that wait for an approval or a deployment: jobs may be lost, rows are not.
CREATE INDEX payment_attempt_awaiting ON payment_attempt (created_at) WHERE awaits;
-- A buyer's attempts that are under way, read at each confirm, so that one balance isn't promised twice.
CREATE INDEX payment_attempt_open ON payment_attempt (option_id) WHERE state NOT IN ('final', 'rejected');
-- A buyer's, a payment's and a refund's attempts that cost gas in vain.
CREATE INDEX payment_attempt_rejected ON payment_attempt (option_id) WHERE state = 'rejected';
CREATE INDEX payment_attempt_rejected_of_payment ON payment_attempt (payment_id) WHERE state = 'rejected';
CREATE INDEX payment_attempt_refund ON payment_attempt (refund_id) WHERE refund_id IS NOT NULL;

-- A quote is frozen: the buyer signs exactly its terms.
CREATE TRIGGER payment_option_frozen BEFORE UPDATE ON payment_option FOR EACH ROW EXECUTE FUNCTION append_only();

-- =================================================================================================
-- Payouts
-- =================================================================================================

CREATE TYPE payout_state AS ENUM ('held', 'pending', 'submitted', 'final', 'failed');
CREATE TYPE payout_wait AS ENUM ('gas_price', 'gas_budget');
CREATE TYPE bulk_payout_state AS ENUM ('running', 'completed', 'stopped');

CREATE TABLE payout (
  payment_id text NOT NULL,
  state payout_state NOT NULL DEFAULT 'pending',
  asset text NOT NULL,
  destination text,
  treasury text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  fee numeric(78, 0) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  attempt integer NOT NULL DEFAULT 1,
  failure text,
  merchant_id text NOT NULL,
  partner_id text NOT NULL,
  retry_at timestamptz(3),
  refund_id text,
  waits_for payout_wait,
  gas_accepted bigint,
  CONSTRAINT payout_pkey PRIMARY KEY (payment_id),
  CONSTRAINT payout_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payout_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payout_amounts CHECK (amount > 0 AND fee >= 0),
  CONSTRAINT payout_held_has_no_destination CHECK ((state = 'held') = (destination IS NULL)),
  CONSTRAINT payout_failed_has_reason CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CONSTRAINT payout_attempt_positive CHECK (attempt > 0),
  CONSTRAINT payout_gas_accepted CHECK (gas_accepted >= 0)
);

CREATE TABLE bulk_payout (
  id text NOT NULL,
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  asset text NOT NULL,
  destination text NOT NULL,
  state bulk_payout_state NOT NULL DEFAULT 'running',
  reason text,
  payouts integer NOT NULL,
  amount numeric(78, 0) NOT NULL,
  opened integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT bulk_payout_pkey PRIMARY KEY (id),
  CONSTRAINT bulk_payout_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchant(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT bulk_payout_of_something CHECK (payouts > 0 AND amount > 0 AND opened >= 0),
  CONSTRAINT bulk_payout_stopped_has_reason CHECK ((state = 'stopped') = (reason IS NOT NULL))
);

-- Payouts whose job was lost with its worker.
CREATE INDEX payout_pending ON payout (created_at) WHERE state = 'pending';
-- Money without a destination, by partner and by merchant; the sums are read from the indexes alone.
CREATE INDEX payout_held ON payout (partner_id, created_at, payment_id) INCLUDE (merchant_id, asset, amount) WHERE state = 'held';
CREATE INDEX payout_held_of_merchant ON payout (merchant_id, created_at, payment_id) INCLUDE (asset, amount) WHERE state = 'held';
-- Payouts that are under way or have failed, for the search for stuck ones.
CREATE INDEX payout_unfinished ON payout (partner_id, updated_at, payment_id) WHERE state IN ('pending', 'submitted', 'failed');
CREATE INDEX payout_of_partner ON payout (partner_id, created_at, payment_id);
CREATE INDEX payout_of_merchant ON payout (merchant_id, created_at, payment_id);
-- Payouts that were not paid in the transaction of the payment itself.
CREATE INDEX payout_paid_later ON payout (merchant_id, updated_at, payment_id) WHERE state = 'final' AND updated_at > created_at;
-- Payouts that went to the buyer.
CREATE INDEX payout_refunded ON payout (partner_id, created_at, payment_id) WHERE refund_id IS NOT NULL;
CREATE INDEX bulk_payout_merchant_id_asset_created_at_idx ON bulk_payout (merchant_id, asset, created_at);
-- Two orders of the same money are one.
CREATE UNIQUE INDEX bulk_payout_running ON bulk_payout (merchant_id, asset) WHERE state = 'running';

-- What is owed is paid once. A payout is opened again only when its last attempt can no longer pay, and never
-- after an attempt that moved money; what it owes and the wallet that pays it never change. Held money is
-- refunded by its own payout, so that it leaves the treasury once: the payout gets a refund only when it is
-- opened, and keeps it unless the refund fails without having moved money.
CREATE FUNCTION payout_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payment_id, NEW.partner_id, NEW.merchant_id, NEW.asset, NEW.treasury, NEW.amount, NEW.fee, NEW.created_at)
    IS DISTINCT FROM (OLD.payment_id, OLD.partner_id, OLD.merchant_id, OLD.asset, OLD.treasury, OLD.amount, OLD.fee,
      OLD.created_at) THEN
    RAISE EXCEPTION 'what payout % owes can not change', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('held', 'pending'), ('pending', 'submitted'),
      ('pending', 'failed'), ('submitted', 'final'), ('submitted', 'failed'), ('failed', 'pending'), ('failed', 'held')) THEN
    RAISE EXCEPTION 'payout % can not go from % to %', OLD.payment_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'failed' AND NEW.state IN ('pending', 'held') THEN
    IF NEW.attempt <> OLD.attempt + 1 THEN
      RAISE EXCEPTION 'payout % is opened again without a new attempt', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM chain_transfer WHERE payment_id = OLD.payment_id
        AND (kind = 'settlement' OR kind = 'refund' AND sender = OLD.treasury)) THEN
      RAISE EXCEPTION 'payout % has moved money', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM relay_transaction WHERE payment_id = OLD.payment_id AND payout_attempt = OLD.attempt
        AND state <> 'displaced' AND state NOT IN ('final', 'refused', 'cancelled')) THEN
      RAISE EXCEPTION 'payout % has an attempt that may still pay', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NEW.attempt <> OLD.attempt OR (NEW.destination IS DISTINCT FROM OLD.destination AND OLD.state <> 'held') THEN
    RAISE EXCEPTION 'payout % keeps its attempt and its destination', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'failed' AND NEW.state = 'held' AND OLD.refund_id IS NULL THEN
    RAISE EXCEPTION 'payout % was not for a refund', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.refund_id IS DISTINCT FROM OLD.refund_id THEN
    IF NEW.refund_id IS NULL AND NOT (OLD.state = 'failed' AND NEW.state = 'held')
      OR NEW.refund_id IS NOT NULL AND NOT (OLD.refund_id IS NULL AND OLD.state IN ('held', 'failed') AND NEW.state = 'pending') THEN
      RAISE EXCEPTION 'payout % keeps its refund', OLD.payment_id USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.refund_id IS NOT NULL AND NOT EXISTS (SELECT FROM refund r WHERE r.id = NEW.refund_id AND r.payment_id = NEW.payment_id
        AND r.from_treasury AND r.state = 'processing' AND r.asset = NEW.asset AND r.amount = NEW.amount
        AND r.recipient = NEW.destination) THEN
      RAISE EXCEPTION 'payout % is not what refund % pays', OLD.payment_id, NEW.refund_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NEW.refund_id IS NOT NULL AND (NEW.state = 'held' OR NEW.destination IS DISTINCT FROM OLD.destination) THEN
    RAISE EXCEPTION 'payout % keeps its refund and its destination', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_guard BEFORE UPDATE ON payout FOR EACH ROW EXECUTE FUNCTION payout_guard();
CREATE TRIGGER payout_kept BEFORE DELETE ON payout FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER payout_not_truncated BEFORE TRUNCATE ON payout
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- The terms of a bulk payout never change, and one that has ended stays ended.
CREATE FUNCTION bulk_payout_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.partner_id, NEW.merchant_id, NEW.asset, NEW.destination, NEW.payouts, NEW.amount, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.partner_id, OLD.merchant_id, OLD.asset, OLD.destination, OLD.payouts, OLD.amount,
      OLD.created_at) THEN
    RAISE EXCEPTION 'the terms of bulk payout % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> 'running' THEN
    RAISE EXCEPTION 'bulk payout % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bulk_payout_guard BEFORE UPDATE ON bulk_payout FOR EACH ROW EXECUTE FUNCTION bulk_payout_guard();
CREATE TRIGGER bulk_payout_kept BEFORE DELETE ON bulk_payout FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER bulk_payout_not_truncated BEFORE TRUNCATE ON bulk_payout
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- The order of a bulk payout and its end are audited, its progress is not.
CREATE TRIGGER bulk_payout_audited AFTER INSERT ON bulk_payout FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER bulk_payout_end_audited AFTER UPDATE OF state ON bulk_payout FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION audit_change();

-- =================================================================================================
-- Transfers that pay for payments
-- =================================================================================================

CREATE TYPE transfer_kind AS ENUM ('collection', 'settlement', 'held', 'fee', 'refund_collected', 'refund');

CREATE TABLE chain_transfer (
  id bigserial,
  payment_id text NOT NULL,
  kind transfer_kind NOT NULL,
  chain_id integer NOT NULL,
  token text NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  refund_id text,
  part integer NOT NULL DEFAULT 0,
  CONSTRAINT chain_transfer_pkey PRIMARY KEY (id),
  CONSTRAINT chain_transfer_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT chain_transfer_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT chain_transfer_amount_positive CHECK (amount > 0),
  CONSTRAINT chain_transfer_refund_kinds CHECK (
    (kind IN ('refund_collected', 'refund')) = (refund_id IS NOT NULL))
);

-- Transfers that a treasury's owner made outside of Till: one log may pay several held payouts, each of which
-- is a part of it.
CREATE TABLE owner_transfer (
  id bigserial,
  chain_id integer NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  token text NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  payouts integer NOT NULL,
  reason text NOT NULL,
  made_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT owner_transfer_pkey PRIMARY KEY (id),
  CONSTRAINT owner_transfer_positive CHECK (amount > 0 AND payouts > 0),
  CONSTRAINT owner_transfer_reason CHECK (reason <> '' AND made_by <> '')
);

-- One log of the chain pays once: for one payment, of each kind, in one part.
CREATE UNIQUE INDEX chain_transfer_chain_id_tx_hash_log_index_kind_part_key ON chain_transfer (chain_id, tx_hash, log_index, kind, part);
-- A payment, and each of its refunds, has one transfer of each kind. An empty text in place of NULL saves 8
-- bytes in nearly every row.
CREATE UNIQUE INDEX chain_transfer_payment_id_kind_key ON chain_transfer (payment_id, kind, coalesce(refund_id, ''))
  WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX chain_transfer_refund_id_kind_key ON chain_transfer (refund_id, kind) WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX owner_transfer_chain_id_tx_hash_log_index_key ON owner_transfer (chain_id, tx_hash, log_index);

-- What was seen on chain is never changed.
CREATE TRIGGER chain_transfer_append_only BEFORE UPDATE OR DELETE ON chain_transfer
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER chain_transfer_not_truncated BEFORE TRUNCATE ON chain_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
CREATE TRIGGER owner_transfer_append_only BEFORE UPDATE OR DELETE ON owner_transfer
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER owner_transfer_not_truncated BEFORE TRUNCATE ON owner_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- Only the transfer of an owner has parts. Its first one has the number 0, as every other transfer, so no
-- other can have its log.
CREATE FUNCTION chain_transfer_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM owner_transfer o
      WHERE o.chain_id = NEW.chain_id AND o.tx_hash = NEW.tx_hash AND o.log_index = NEW.log_index) THEN
    RAISE EXCEPTION 'log % of % has no parts', NEW.log_index, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER chain_transfer_part BEFORE INSERT ON chain_transfer FOR EACH ROW
  WHEN (NEW.part <> 0) EXECUTE FUNCTION chain_transfer_part();

-- At the end of an owner transfer's transaction: its payouts are as many as it says, and their sum is exactly
-- what the log moved.
CREATE FUNCTION owner_transfer_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT count(*) AS payouts, sum(t.amount) AS amount INTO found FROM chain_transfer t
    WHERE t.chain_id = NEW.chain_id AND t.tx_hash = NEW.tx_hash AND t.log_index = NEW.log_index
      AND t.kind IN ('settlement', 'refund')
      AND (t.token, t.sender, t.recipient) = (NEW.token, NEW.sender, NEW.recipient);
  IF (found.payouts, found.amount) IS DISTINCT FROM (NEW.payouts::bigint, NEW.amount) THEN
    RAISE EXCEPTION 'the payouts of log % of % do not add up to it', NEW.log_index, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER owner_transfer_is_whole AFTER INSERT ON owner_transfer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION owner_transfer_is_whole();

-- Payouts that an owner has made are the operator's decision.
CREATE TRIGGER owner_transfer_recorded AFTER INSERT ON owner_transfer FOR EACH ROW EXECUTE FUNCTION audit_operator_decision();

-- =================================================================================================
-- Books of our addresses: transfers that no payment explains, and movements of the operator
-- =================================================================================================

CREATE TYPE book_role AS ENUM ('relayer', 'router', 'treasury');
CREATE TYPE transfer_direction AS ENUM ('in', 'out');
CREATE TYPE wallet_transfer_state AS ENUM ('pending', 'open', 'recorded', 'payment', 'kept', 'returned', 'withdrawal', 'loss');
CREATE TYPE wallet_entry_kind AS ENUM (
  'opening', 'received', 'missing', 'recorded', 'payment', 'kept', 'withdrawal', 'loss', 'top_up', 'foreign_gas',
  'movement', 'correction');
CREATE TYPE movement_kind AS ENUM ('sweep', 'withdrawal', 'return');
CREATE TYPE movement_state AS ENUM ('queued', 'sent', 'final', 'failed');

CREATE TABLE book_account (
  chain_id integer NOT NULL,
  address text NOT NULL,
  asset text NOT NULL,
  role book_role NOT NULL,
  since_block bigint NOT NULL,
  opening_balance numeric(78, 0),
  unbooked_from bigint,
  unexplained numeric(78, 0),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT book_account_pkey PRIMARY KEY (chain_id, address, asset),
  CONSTRAINT book_account_opening CHECK ((role = 'treasury') = (opening_balance IS NULL)
    AND (unbooked_from IS NULL OR asset LIKE '%/native') AND (unexplained IS NULL OR opening_balance IS NOT NULL))
);

CREATE TABLE book_scan (
  chain_id integer NOT NULL,
  next_block bigint NOT NULL,
  CONSTRAINT book_scan_pkey PRIMARY KEY (chain_id)
);

CREATE TABLE book_balance (
  account text NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  block_number bigint,
  CONSTRAINT book_balance_pkey PRIMARY KEY (account, asset)
);

CREATE TABLE book_checkpoint (
  id integer NOT NULL,
  ledger_id bigint NOT NULL,
  transfer_id bigint NOT NULL,
  relay_id bigint NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  CONSTRAINT book_checkpoint_pkey PRIMARY KEY (id),
  CONSTRAINT book_checkpoint_single CHECK (id = 1)
);

CREATE TABLE book_recheck (
  subject text NOT NULL,
  CONSTRAINT book_recheck_pkey PRIMARY KEY (subject)
);

-- A finding has a note and an author, and fits the direction of the transfer.
CREATE TABLE wallet_transfer (
  id bigserial,
  chain_id integer NOT NULL,
  direction transfer_direction NOT NULL,
  address text NOT NULL,
  counterparty text NOT NULL,
  role book_role NOT NULL,
  token text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  state wallet_transfer_state NOT NULL DEFAULT 'pending',
  recorded numeric(78, 0) NOT NULL DEFAULT 0,
  payment_id text,
  note text,
  resolved_by text,
  resolved_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT wallet_transfer_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_transfer_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT wallet_transfer_amount_positive CHECK (amount > 0),
  CONSTRAINT wallet_transfer_leaves_ours CHECK (direction = 'in' OR role <> 'treasury'),
  CONSTRAINT wallet_transfer_finding CHECK (CASE
    WHEN state IN ('pending', 'open', 'recorded') THEN note IS NULL AND resolved_by IS NULL AND payment_id IS NULL
    ELSE note <> '' AND resolved_by IS NOT NULL AND (payment_id IS NOT NULL OR state <> 'payment')
      AND (payment_id IS NULL OR state IN ('payment', 'returned')) AND (direction = 'out') = (state IN ('withdrawal', 'loss'))
  END)
);

CREATE TABLE movement (
  id text NOT NULL,
  kind movement_kind NOT NULL,
  state movement_state NOT NULL DEFAULT 'queued',
  chain_id integer NOT NULL,
  wallet text NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  destination text NOT NULL,
  wallet_transfer_id bigint,
  reason text NOT NULL,
  ordered_by text NOT NULL,
  since_block bigint NOT NULL,
  tx_hash text,
  block_number bigint,
  moved numeric(78, 0),
  failure text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  CONSTRAINT movement_pkey PRIMARY KEY (id),
  CONSTRAINT movement_wallet_transfer_id_fkey
    FOREIGN KEY (wallet_transfer_id) REFERENCES wallet_transfer(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT movement_amount_positive CHECK (amount > 0 AND moved > 0),
  CONSTRAINT movement_reason CHECK (reason <> '' AND ordered_by <> ''),
  CONSTRAINT movement_asset CHECK (split_part(asset, '/', 1) = 'eip155:' || chain_id),
  CONSTRAINT movement_return CHECK ((kind = 'return') = (wallet_transfer_id IS NOT NULL)),
  CONSTRAINT movement_end CHECK (CASE state
    WHEN 'final' THEN tx_hash IS NOT NULL AND block_number IS NOT NULL AND moved IS NOT NULL AND failure IS NULL
      AND ended_at IS NOT NULL
    WHEN 'failed' THEN moved IS NULL AND failure <> '' AND failure IS NOT NULL AND ended_at IS NOT NULL
    ELSE tx_hash IS NULL AND block_number IS NULL AND moved IS NULL AND failure IS NULL AND ended_at IS NULL
  END)
);

-- One row is both sides of an entry, so that it can't be out of balance. Corrections have a note and an
-- author.
CREATE TABLE wallet_entry (
  id bigserial,
  kind wallet_entry_kind NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  wallet_transfer_id bigint,
  chain_id integer,
  wallet text,
  nonce bigint,
  tx_hash text,
  block_number bigint,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  movement_id text,
  note text,
  made_by text,
  CONSTRAINT wallet_entry_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_entry_wallet_transfer_id_fkey
    FOREIGN KEY (wallet_transfer_id) REFERENCES wallet_transfer(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT wallet_entry_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movement(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT wallet_entry_amount_positive CHECK (amount > 0),
  CONSTRAINT wallet_entry_two_accounts CHECK (debit <> credit),
  CONSTRAINT wallet_entry_subject CHECK (
    (kind IN ('opening', 'top_up', 'foreign_gas', 'movement', 'correction')) = (wallet_transfer_id IS NULL)
    AND (kind = 'movement') = (movement_id IS NOT NULL)
    AND (kind = 'foreign_gas') = (chain_id IS NOT NULL AND wallet IS NOT NULL AND nonce IS NOT NULL)),
  CONSTRAINT wallet_entry_on_chain CHECK (
    (kind IN ('opening', 'received', 'missing', 'recorded', 'top_up', 'foreign_gas', 'movement')) = (block_number IS NOT NULL)),
  CONSTRAINT wallet_entry_correction CHECK (CASE kind
    WHEN 'correction' THEN note <> '' AND note IS NOT NULL AND made_by <> '' AND made_by IS NOT NULL
    ELSE note IS NULL AND made_by IS NULL
  END)
);

CREATE UNIQUE INDEX wallet_transfer_chain_id_tx_hash_log_index_direction_key ON wallet_transfer (chain_id, tx_hash, log_index, direction);
-- The transfers that a reconciliation looks at; the others are history.
CREATE INDEX wallet_transfer_undecided ON wallet_transfer (chain_id, state, id) WHERE state IN ('pending', 'open');
CREATE UNIQUE INDEX movement_chain_id_tx_hash_key ON movement (chain_id, tx_hash);
-- The movements that take from a wallet's balance.
CREATE INDEX movement_open ON movement (chain_id, wallet) WHERE state IN ('queued', 'sent');
-- A transfer is sent back once.
CREATE UNIQUE INDEX movement_returns_once ON movement (wallet_transfer_id) WHERE state <> 'failed';
CREATE UNIQUE INDEX wallet_entry_wallet_transfer_id_kind_key ON wallet_entry (wallet_transfer_id, kind);
CREATE UNIQUE INDEX wallet_entry_chain_id_wallet_nonce_key ON wallet_entry (chain_id, wallet, nonce);
CREATE UNIQUE INDEX wallet_entry_movement_id_key ON wallet_entry (movement_id);

-- A transfer never changes; only what is known about it does. A finding is final, except that what was
-- attributed to a payment can be returned. A pending row, which nothing has opened yet, may be deleted.
CREATE FUNCTION wallet_transfer_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'pending' THEN
      RAISE EXCEPTION 'wallet transfer % can not be deleted', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.chain_id, NEW.direction, NEW.address, NEW.counterparty, NEW.role, NEW.token, NEW.amount, NEW.tx_hash, NEW.log_index,
      NEW.block_number, NEW.created_at)
    IS DISTINCT FROM (OLD.chain_id, OLD.direction, OLD.address, OLD.counterparty, OLD.role, OLD.token, OLD.amount, OLD.tx_hash,
      OLD.log_index, OLD.block_number, OLD.created_at) THEN
    RAISE EXCEPTION 'wallet transfer % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.resolved_by IS NOT NULL AND (NEW.payment_id, NEW.note, NEW.resolved_by, NEW.resolved_at)
    IS DISTINCT FROM (OLD.payment_id, OLD.note, OLD.resolved_by, OLD.resolved_at) THEN
    RAISE EXCEPTION 'the finding about wallet transfer % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT (OLD.state = 'pending' AND NEW.state = 'open' OR OLD.state = 'open' AND NEW.state <> 'pending'
      OR OLD.state = 'payment' AND NEW.state = 'returned') THEN
    RAISE EXCEPTION 'wallet transfer % can not go from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_transfer_guard BEFORE UPDATE OR DELETE ON wallet_transfer
  FOR EACH ROW EXECUTE FUNCTION wallet_transfer_guard();
CREATE TRIGGER wallet_transfer_not_truncated BEFORE TRUNCATE ON wallet_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- A transfer that is being sent back gets no other finding, and only its movement books it as returned.
CREATE FUNCTION wallet_transfer_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.state = 'returned') <> EXISTS (SELECT FROM movement WHERE wallet_transfer_id = OLD.id AND state <> 'failed')
    OR NEW.state = 'returned' AND NOT EXISTS (SELECT FROM movement WHERE wallet_transfer_id = OLD.id AND state = 'final') THEN
    RAISE EXCEPTION 'wallet transfer % is not % by a movement', OLD.id, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_transfer_returns BEFORE UPDATE OF state ON wallet_transfer
  FOR EACH ROW EXECUTE FUNCTION wallet_transfer_returns();

-- Books a transfer in the statement that opens or resolves it, so that no code path can forget it.
CREATE FUNCTION book_wallet_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account text := CASE NEW.role WHEN 'router' THEN 'router:' ELSE 'treasury:' END || NEW.chain_id || ':' || NEW.address;
  is_in boolean := NEW.direction = 'in';
  suspense text := CASE WHEN is_in THEN 'suspense:received' ELSE 'suspense:missing' END;
  other text := CASE NEW.state WHEN 'payment' THEN 'buyers' WHEN 'kept' THEN 'surplus' WHEN 'withdrawal' THEN 'operator'
    WHEN 'loss' THEN 'loss' ELSE account END;
  is_opened boolean := NEW.state = 'open';
BEGIN
  INSERT INTO wallet_entry (kind, asset, amount, debit, credit, wallet_transfer_id, tx_hash, block_number)
    VALUES ((CASE WHEN NOT is_opened THEN NEW.state::text WHEN is_in THEN 'received' ELSE 'missing' END)::wallet_entry_kind,
      'eip155:' || NEW.chain_id || CASE NEW.token WHEN 'native' THEN '/native' ELSE '/erc20:' || NEW.token END, NEW.amount,
      CASE WHEN is_opened = is_in THEN other ELSE suspense END, CASE WHEN is_opened = is_in THEN suspense ELSE other END,
      NEW.id, CASE WHEN NEW.state IN ('open', 'recorded') THEN NEW.tx_hash END,
      CASE WHEN NEW.state IN ('open', 'recorded') THEN NEW.block_number END);
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transfer_opened AFTER INSERT ON wallet_transfer FOR EACH ROW
  WHEN (NEW.state = 'open') EXECUTE FUNCTION book_wallet_transfer();
CREATE TRIGGER wallet_transfer_booked AFTER UPDATE OF state ON wallet_transfer FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state <> 'returned') EXECUTE FUNCTION book_wallet_transfer();

-- The terms of a movement never change, and one that has ended stays ended.
CREATE FUNCTION movement_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.kind, NEW.chain_id, NEW.wallet, NEW.asset, NEW.amount, NEW.destination, NEW.wallet_transfer_id, NEW.reason,
      NEW.ordered_by, NEW.since_block, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.kind, OLD.chain_id, OLD.wallet, OLD.asset, OLD.amount, OLD.destination,
      OLD.wallet_transfer_id, OLD.reason, OLD.ordered_by, OLD.since_block, OLD.created_at) THEN
    RAISE EXCEPTION 'movement % can not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('final', 'failed') THEN
    RAISE EXCEPTION 'movement % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER movement_guard BEFORE UPDATE ON movement FOR EACH ROW EXECUTE FUNCTION movement_guard();
CREATE TRIGGER movement_kept BEFORE DELETE ON movement FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER movement_not_truncated BEFORE TRUNCATE ON movement
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- Books a movement in the statement that ends it. Tokens that are sent back leave the account in which they
-- waited for a person, or that of the buyers if they were attributed to a payment. The finding is kept.
CREATE FUNCTION book_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_entry (kind, asset, amount, debit, credit, movement_id, tx_hash, block_number)
    VALUES ('movement', NEW.asset, NEW.moved,
      CASE WHEN NEW.kind <> 'return' THEN 'operator:' || NEW.chain_id
        WHEN (SELECT w.state FROM wallet_transfer w WHERE w.id = NEW.wallet_transfer_id) = 'payment' THEN 'buyers'
        ELSE 'suspense:received' END,
      'treasury:' || NEW.chain_id || ':' || NEW.wallet, NEW.id, NEW.tx_hash, NEW.block_number);
  UPDATE wallet_transfer SET state = 'returned', note = coalesce(note, NEW.reason),
      resolved_by = coalesce(resolved_by, NEW.ordered_by), resolved_at = coalesce(resolved_at, NEW.ended_at)
    WHERE id = NEW.wallet_transfer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER movement_booked AFTER UPDATE OF state ON movement FOR EACH ROW
  WHEN (OLD.state <> 'final' AND NEW.state = 'final') EXECUTE FUNCTION book_movement();

-- The unexplained part of an opening balance is surplus, or coin that the operator put in for gas. A balance
-- below the books stays a difference.
CREATE FUNCTION book_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_entry (kind, asset, amount, debit, credit, block_number)
    VALUES ('opening', NEW.asset, NEW.unexplained,
      CASE NEW.role WHEN 'router' THEN 'router:' ELSE 'treasury:' END || NEW.chain_id || ':' || NEW.address,
      CASE WHEN NEW.asset LIKE '%/native' THEN 'operator' ELSE 'surplus' END,
      NEW.since_block);
  RETURN NULL;
END $$;
CREATE TRIGGER book_account_opened AFTER UPDATE OF unexplained ON book_account FOR EACH ROW
  WHEN (OLD.unexplained IS NULL AND NEW.unexplained > 0) EXECUTE FUNCTION book_opening();

-- Entries are added to, never changed.
CREATE TRIGGER wallet_entry_append_only BEFORE UPDATE OR DELETE ON wallet_entry
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER wallet_entry_not_truncated BEFORE TRUNCATE ON wallet_entry
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- Findings, movements and corrections are the operator's decisions.
CREATE TRIGGER wallet_transfer_decided AFTER UPDATE OF state ON wallet_transfer FOR EACH ROW
  WHEN (NEW.resolved_by IS NOT NULL AND OLD.resolved_by IS NULL) EXECUTE FUNCTION audit_operator_decision();
CREATE TRIGGER wallet_transfer_decided_at_once AFTER INSERT ON wallet_transfer FOR EACH ROW
  WHEN (NEW.resolved_by IS NOT NULL) EXECUTE FUNCTION audit_operator_decision();
CREATE TRIGGER movement_ordered AFTER INSERT ON movement FOR EACH ROW EXECUTE FUNCTION audit_operator_decision();
CREATE TRIGGER wallet_entry_corrected AFTER INSERT ON wallet_entry FOR EACH ROW
  WHEN (NEW.kind = 'correction') EXECUTE FUNCTION audit_operator_decision();

-- =================================================================================================
-- Relay: wallets, nonces and transactions
-- =================================================================================================

CREATE TYPE wallet_action AS ENUM ('pause', 'resume', 'allow', 'retire');
CREATE TYPE attribution AS ENUM (
  'collection', 'reverted', 'noop', 'deployment', 'payout', 'movement', 'duplicate', 'lost', 'unknown');
CREATE TYPE removal_state AS ENUM ('open', 'restored', 'missing', 'resolved');
CREATE TYPE relay_state AS ENUM (
  'queued', 'reserved', 'signed', 'broadcast', 'mined', 'final', 'refused', 'cancelled', 'displaced');
CREATE TYPE relay_kind AS ENUM ('collection', 'deployment', 'payout', 'movement', 'noop');

CREATE TABLE relayer_wallet (
  chain_id integer NOT NULL,
  address text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  next_nonce bigint NOT NULL,
  lease_owner text,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  paused_at timestamptz(3),
  quarantined_at timestamptz(3),
  unknown_from bigint,
  signer_failed_at timestamptz(3),
  stopped_at timestamptz(3),
  retiring_at timestamptz(3),
  verified_nonce bigint,
  CONSTRAINT relayer_wallet_pkey PRIMARY KEY (chain_id, address),
  CONSTRAINT relayer_wallet_nonce_not_negative CHECK (next_nonce >= 0),
  CONSTRAINT relayer_wallet_quarantine CHECK (
    (quarantined_at IS NULL) = (unknown_from IS NULL) AND (unknown_from IS NULL OR unknown_from <= next_nonce))
);

CREATE TABLE wallet_order (
  id bigserial,
  chain_id integer NOT NULL,
  wallet text NOT NULL,
  action wallet_action NOT NULL,
  asset text,
  amount numeric(78, 0),
  reason text NOT NULL,
  ordered_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT wallet_order_pkey PRIMARY KEY (id)
);

-- A transaction has a nonce from its reservation on, for good, and its gas limit with it. Each kind has its
-- own reference. A no-op transaction has none: it exists for its nonce, so it always has that.
--
-- The columns that change come last: an update within a page is logged from the first changed byte to the last
-- one, which leaves out the call. The indexes have is_open and displacement instead of the state, so that no
-- step before the end changes them; the pages have room for these steps.
CREATE TABLE relay_transaction (
  id bigserial,
  chain_id integer NOT NULL,
  wallet text NOT NULL,
  kind relay_kind NOT NULL,
  attempt_id text,
  payment_id text,
  payout_attempt integer,
  movement_id text,
  target text NOT NULL,
  calldata text NOT NULL,
  value numeric(78, 0) NOT NULL DEFAULT 0,
  gas_cap bigint,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  state relay_state NOT NULL DEFAULT 'queued',
  gas_limit bigint,
  nonce bigint,
  mined_hash text,
  block_number bigint,
  block_hash text,
  gas_cost numeric(78, 0),
  since_block bigint,
  simulation_failure text,
  simulation_failed_at_block bigint,
  try_after timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  is_open boolean NOT NULL GENERATED ALWAYS AS (state NOT IN ('final', 'refused', 'cancelled', 'displaced')) STORED,
  displacement bigint NOT NULL GENERATED ALWAYS AS (CASE state WHEN 'displaced' THEN id ELSE 0 END) STORED,
  CONSTRAINT relay_transaction_pkey PRIMARY KEY (id),
  CONSTRAINT relay_transaction_attempt_id_fkey
    FOREIGN KEY (attempt_id) REFERENCES payment_attempt(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT relay_transaction_payment_id_fkey
    FOREIGN KEY (payment_id) REFERENCES payout(payment_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT relay_transaction_movement_id_fkey
    FOREIGN KEY (movement_id) REFERENCES movement(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT relay_transaction_nonce_with_state CHECK ((state IN ('queued', 'refused')) = (nonce IS NULL)),
  CONSTRAINT relay_transaction_gas_with_nonce CHECK ((nonce IS NULL) = (gas_limit IS NULL)),
  CONSTRAINT relay_transaction_block_when_mined CHECK (
    state NOT IN ('mined', 'final', 'cancelled')
    OR (mined_hash IS NOT NULL AND block_hash IS NOT NULL AND block_number IS NOT NULL)),
  CONSTRAINT relay_transaction_gas_cost_at_end CHECK (
    gas_cost IS NULL OR (gas_cost >= 0 AND state IN ('final', 'cancelled'))),
  CONSTRAINT relay_transaction_simulation_failure_before_nonce CHECK (
    (simulation_failure IS NULL) = (simulation_failed_at_block IS NULL) AND (simulation_failure IS NULL OR state IN ('queued', 'refused'))),
  CONSTRAINT relay_transaction_gas_cap_positive CHECK (gas_cap > 0),
  CONSTRAINT relay_transaction_reference CHECK (CASE
    WHEN kind IN ('collection', 'deployment')
      THEN attempt_id IS NOT NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL
    WHEN kind = 'payout' THEN attempt_id IS NULL AND payment_id IS NOT NULL AND payout_attempt IS NOT NULL AND payout_attempt > 0
      AND movement_id IS NULL
    WHEN kind = 'movement' THEN attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NOT NULL
    ELSE attempt_id IS NULL AND payment_id IS NULL AND payout_attempt IS NULL AND movement_id IS NULL AND nonce IS NOT NULL
  END),
  CONSTRAINT relay_transaction_value CHECK (value >= 0 AND (value = 0 OR kind = 'movement'))
) WITH (fillfactor = 60);

CREATE TABLE relay_submission (
  chain_id integer NOT NULL,
  hash text NOT NULL,
  relay_transaction_id bigint NOT NULL,
  raw text NOT NULL,
  max_fee_per_gas numeric(78, 0) NOT NULL,
  max_priority_fee_per_gas numeric(78, 0),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  broadcast_at timestamptz(3),
  is_cancellation boolean NOT NULL DEFAULT false,
  CONSTRAINT relay_submission_pkey PRIMARY KEY (chain_id, hash),
  CONSTRAINT relay_submission_relay_transaction_id_fkey
    FOREIGN KEY (relay_transaction_id) REFERENCES relay_transaction(id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE unknown_transaction (
  chain_id integer NOT NULL,
  wallet text NOT NULL,
  nonce bigint NOT NULL,
  tx_hash text NOT NULL,
  block_number bigint NOT NULL,
  target text,
  attribution attribution NOT NULL,
  payment_id text,
  detail text NOT NULL,
  resolution text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  movement_id text,
  resolved_by text,
  CONSTRAINT unknown_transaction_pkey PRIMARY KEY (chain_id, wallet, nonce),
  CONSTRAINT unknown_transaction_wallet FOREIGN KEY (chain_id, wallet) REFERENCES relayer_wallet(chain_id, address),
  CONSTRAINT unknown_transaction_movement_id_fkey
    FOREIGN KEY (movement_id) REFERENCES movement(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT unknown_transaction_movement CHECK ((attribution = 'movement') = (movement_id IS NOT NULL)),
  CONSTRAINT unknown_transaction_resolved CHECK (
    (resolution IS NULL) = (resolved_by IS NULL) AND resolution <> '' AND resolved_by <> '')
);

CREATE TABLE removed_transaction (
  relay_transaction_id bigint NOT NULL,
  state removal_state NOT NULL DEFAULT 'open',
  tx_hash text NOT NULL,
  ended_hash text,
  ended_block bigint,
  ended_block_hash text,
  note text,
  resolved_by text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT removed_transaction_pkey PRIMARY KEY (relay_transaction_id),
  CONSTRAINT removed_transaction_relay_transaction_id_fkey
    FOREIGN KEY (relay_transaction_id) REFERENCES relay_transaction(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT removed_transaction_ended CHECK ((state = 'open') = (ended_hash IS NULL)
    AND (ended_hash IS NULL) = (ended_block IS NULL) AND (ended_hash IS NULL) = (ended_block_hash IS NULL)),
  CONSTRAINT removed_transaction_resolved CHECK (
    (state = 'resolved') = (note IS NOT NULL) AND (note IS NULL) = (resolved_by IS NULL))
);

-- What left a wallet in a day, and what may still leave it.
CREATE TABLE outflow_day (
  chain_id integer NOT NULL,
  wallet text NOT NULL,
  asset text NOT NULL,
  day date NOT NULL,
  used numeric(78, 0) NOT NULL,
  daily_limit numeric(78, 0),
  allowed numeric(78, 0) NOT NULL DEFAULT 0,
  CONSTRAINT outflow_day_pkey PRIMARY KEY (chain_id, wallet, asset, day)
);

CREATE TABLE outflow (
  relay_transaction_id bigint NOT NULL,
  asset text NOT NULL,
  day date NOT NULL,
  amount numeric(78, 0) NOT NULL,
  CONSTRAINT outflow_pkey PRIMARY KEY (relay_transaction_id, asset),
  CONSTRAINT outflow_relay_transaction_id_fkey
    FOREIGN KEY (relay_transaction_id) REFERENCES relay_transaction(id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- A wallet's nonce is assigned once.
CREATE UNIQUE INDEX relay_transaction_chain_id_wallet_nonce_key ON relay_transaction (chain_id, wallet, nonce);
-- Each collection, deployment, payout attempt and movement is carried out once. Only a transaction that lost
-- its nonce to a foreign one (displaced) gives its place to another row. A no-op transaction is unique by its
-- wallet's nonce.
CREATE UNIQUE INDEX relay_transaction_attempt_key ON relay_transaction (attempt_id, kind, displacement)
  WHERE attempt_id IS NOT NULL;
CREATE UNIQUE INDEX relay_transaction_payout_key ON relay_transaction (payment_id, payout_attempt, displacement)
  WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX relay_transaction_movement_key ON relay_transaction (movement_id, displacement)
  WHERE movement_id IS NOT NULL;
-- The work list of a relay queue. Queued transactions have no nonce, and follow the others.
CREATE INDEX relay_transaction_open ON relay_transaction (chain_id, wallet, nonce, id) WHERE is_open;
CREATE INDEX relay_submission_relay_transaction_id_idx ON relay_submission (relay_transaction_id);
CREATE UNIQUE INDEX unknown_transaction_movement_id_key ON unknown_transaction (movement_id);

-- A relay transaction never changes its nonce, its call or what it is for. One that has ended stays ended,
-- and records its gas cost as it ends. The call of a collection that has ended may be emptied: its option and
-- signature make it, and the chain has it.
CREATE FUNCTION relay_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce
    OR (NEW.chain_id, NEW.wallet, NEW.kind, NEW.attempt_id, NEW.payment_id, NEW.payout_attempt, NEW.movement_id, NEW.target, NEW.value)
      IS DISTINCT FROM (OLD.chain_id, OLD.wallet, OLD.kind, OLD.attempt_id, OLD.payment_id, OLD.payout_attempt,
        OLD.movement_id, OLD.target, OLD.value)
    OR NEW.calldata IS DISTINCT FROM OLD.calldata
      AND NOT (NEW.calldata = '0x' AND OLD.kind = 'collection' AND OLD.state IN ('final', 'cancelled')) THEN
    RAISE EXCEPTION 'relay transaction % keeps its nonce and its call', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('final', 'refused', 'cancelled', 'displaced')
    AND (NEW.state <> OLD.state OR NEW.gas_cost IS DISTINCT FROM OLD.gas_cost) THEN
    RAISE EXCEPTION 'relay transaction % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state IN ('final', 'cancelled') AND OLD.state <> NEW.state AND NEW.gas_cost IS NULL THEN
    RAISE EXCEPTION 'relay transaction % ends without its gas cost', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER relay_guard BEFORE UPDATE ON relay_transaction FOR EACH ROW EXECUTE FUNCTION relay_guard();
CREATE TRIGGER relay_transaction_kept BEFORE DELETE ON relay_transaction
  FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER relay_transaction_not_truncated BEFORE TRUNCATE ON relay_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- Signed bytes are kept, because a node may have them.
CREATE TRIGGER relay_submission_kept BEFORE DELETE ON relay_submission
  FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER relay_submission_not_truncated BEFORE TRUNCATE ON relay_submission
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- A nonce is never given out twice. In a quarantine none is given out, so a next nonce that a node's wrong
-- answer had raised may go back, but not to one that a transaction of the wallet has.
CREATE FUNCTION relayer_wallet_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.next_nonce < OLD.next_nonce AND (OLD.quarantined_at IS NULL OR EXISTS (
    SELECT FROM relay_transaction WHERE chain_id = OLD.chain_id AND wallet = OLD.address AND nonce >= NEW.next_nonce
  )) THEN
    RAISE EXCEPTION 'the nonce of relayer wallet % can not go back', OLD.address USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER relayer_wallet_guard BEFORE UPDATE ON relayer_wallet
  FOR EACH ROW EXECUTE FUNCTION relayer_wallet_guard();

-- Transactions that the database didn't know are kept, and a person's finding about one, which ends a
-- quarantine, is the operator's decision.
CREATE TRIGGER unknown_transaction_kept BEFORE DELETE ON unknown_transaction
  FOR EACH ROW EXECUTE FUNCTION never_deleted();
CREATE TRIGGER unknown_transaction_not_truncated BEFORE TRUNCATE ON unknown_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
CREATE TRIGGER unknown_transaction_explained AFTER UPDATE OF resolution ON unknown_transaction FOR EACH ROW
  WHEN (NEW.resolution IS NOT NULL AND OLD.resolution IS NULL) EXECUTE FUNCTION audit_operator_decision();

-- The end of a transaction that a reorg removed is found out once, and only another reorg opens it again.
-- Only what is missing needs a person, once.
CREATE FUNCTION removed_transaction_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('open', 'restored'), ('open', 'missing'), ('restored', 'open'),
      ('missing', 'open'), ('missing', 'resolved')) THEN
    RAISE EXCEPTION 'removed transaction % can not go from % to %', OLD.relay_transaction_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER removed_transaction_guard BEFORE UPDATE ON removed_transaction
  FOR EACH ROW EXECUTE FUNCTION removed_transaction_guard();

-- The outflow of a day doesn't go below its open outflows, and an allowance doesn't go back, so a limit can't
-- be had twice. The row of an open outflow is deleted once, and what it didn't take is given back with it.
CREATE FUNCTION outflow_day_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.allowed < OLD.allowed THEN
    RAISE EXCEPTION 'the allowance of wallet % on % can not go back', OLD.wallet, OLD.day USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.used < OLD.used AND NEW.used < (
    SELECT coalesce(sum(f.amount), 0) FROM outflow f JOIN relay_transaction r ON r.id = f.relay_transaction_id
    WHERE f.day = NEW.day AND f.asset = NEW.asset AND r.chain_id = NEW.chain_id AND r.wallet = NEW.wallet
  ) THEN
    RAISE EXCEPTION 'the outflow of wallet % on % can not be less than its open outflows', OLD.wallet, OLD.day
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER outflow_day_guard BEFORE UPDATE ON outflow_day FOR EACH ROW EXECUTE FUNCTION outflow_day_guard();

-- =================================================================================================
-- Gas budgets
-- =================================================================================================

CREATE TYPE gas_charge_state AS ENUM ('reserved', 'spent', 'released');

CREATE TABLE gas_charge (
  id bigserial,
  partner_id text NOT NULL,
  app_id text NOT NULL,
  buyer text NOT NULL,
  day date NOT NULL,
  chain_id integer NOT NULL,
  kind relay_kind NOT NULL,
  attempt_id text,
  relay_transaction_id bigint,
  state gas_charge_state NOT NULL,
  wei numeric(78, 0) NOT NULL,
  gas bigint,
  payment_id text,
  payout_attempt integer,
  CONSTRAINT gas_charge_pkey PRIMARY KEY (id),
  CONSTRAINT gas_charge_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempt(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT gas_charge_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payout(payment_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT gas_charge_not_negative CHECK (wei >= 0 AND gas > 0),
  CONSTRAINT gas_charge_states CHECK (CASE state
    WHEN 'reserved' THEN (attempt_id IS NOT NULL) <> (payment_id IS NOT NULL) AND gas IS NOT NULL AND relay_transaction_id IS NULL
    WHEN 'spent' THEN relay_transaction_id IS NOT NULL
    WHEN 'released' THEN wei = 0 AND relay_transaction_id IS NULL
  END),
  CONSTRAINT gas_charge_payout CHECK ((payment_id IS NULL) = (payout_attempt IS NULL)
    AND (payment_id IS NULL OR kind = 'payout' AND attempt_id IS NULL))
);

CREATE TABLE gas_delta (
  id bigserial,
  partner_id text NOT NULL,
  app_id text NOT NULL,
  day date NOT NULL,
  chain_id integer NOT NULL,
  wei numeric(78, 0) NOT NULL,
  CONSTRAINT gas_delta_pkey PRIMARY KEY (id)
);

CREATE TABLE gas_day (
  partner_id text NOT NULL,
  day date NOT NULL,
  app_id text NOT NULL,
  chain_id integer NOT NULL,
  wei numeric(78, 0) NOT NULL,
  CONSTRAINT gas_day_pkey PRIMARY KEY (partner_id, day, app_id, chain_id)
);

CREATE UNIQUE INDEX gas_charge_relay_transaction_id_key ON gas_charge (relay_transaction_id)
  WHERE relay_transaction_id IS NOT NULL;
CREATE INDEX gas_charge_partner_id_buyer_day_idx ON gas_charge (partner_id, buyer, day);
CREATE UNIQUE INDEX gas_charge_attempt_id_kind_key ON gas_charge (attempt_id, kind);
CREATE UNIQUE INDEX gas_charge_payment_id_payout_attempt_key ON gas_charge (payment_id, payout_attempt)
  WHERE payment_id IS NOT NULL;
CREATE INDEX gas_delta_partner_id_day_idx ON gas_delta (partner_id, day);

-- Each change of a charge becomes a delta of its partner's day, in the same transaction. A confirm inserts one
-- row, whose delta a trigger of the row writes.
CREATE FUNCTION add_gas_delta() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change numeric := NEW.wei - CASE TG_OP WHEN 'UPDATE' THEN OLD.wei ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    INSERT INTO gas_delta (partner_id, app_id, day, chain_id, wei)
      VALUES (NEW.partner_id, NEW.app_id, NEW.day, NEW.chain_id, change);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER gas_charge_counted AFTER INSERT ON gas_charge FOR EACH ROW EXECUTE FUNCTION add_gas_delta();

-- A worker ends sixteen transactions in one statement, which becomes one delta for each app and chain.
CREATE FUNCTION add_gas_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT true FROM after LIMIT 1) IS NULL THEN RETURN NULL; END IF;
  INSERT INTO gas_delta (partner_id, app_id, day, chain_id, wei)
    SELECT partner_id, app_id, day, chain_id, sum(wei)
    FROM (SELECT partner_id, app_id, day, chain_id, wei FROM after
      UNION ALL SELECT partner_id, app_id, day, chain_id, -wei FROM before) change
    GROUP BY partner_id, app_id, day, chain_id HAVING sum(wei) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER gas_charge_changed AFTER UPDATE ON gas_charge REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION add_gas_changes();

-- Gas of a partner's day in millionths of a dollar, rounded up: of the partner, of one of its apps, and of
-- one buyer. `prices` holds millionths of a dollar for a coin of each chain; a chain without a price counts
-- at the highest. `pending` is the number of deltas that await folding. One statement, so that a delta that
-- is being folded counts once.
CREATE FUNCTION gas_used(of_partner text, of_app text, of_buyer text, on_day date, chain_ids int[], prices numeric[],
  OUT partner_micros numeric, OUT app_micros numeric, OUT buyer_micros numeric, OUT pending bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  highest numeric := (SELECT max(price) FROM unnest(prices) AS price);
BEGIN
  WITH part AS (
      SELECT chain_id, wei, app_id = '' AS is_total, app_id <> '' AS is_app, false AS is_buyer, false AS is_pending
      FROM gas_day WHERE partner_id = of_partner AND day = on_day AND app_id IN ('', of_app)
      UNION ALL
      SELECT chain_id, wei, true, app_id = of_app AND of_app <> '', false, true
      FROM gas_delta WHERE partner_id = of_partner AND day = on_day
      UNION ALL
      SELECT chain_id, wei, false, false, true, false
      FROM gas_charge WHERE partner_id = of_partner AND buyer = of_buyer AND day = on_day),
    by_chain AS (
      SELECT coalesce(prices[array_position(chain_ids, chain_id)], highest) / 1e18 AS price,
        coalesce(sum(wei) FILTER (WHERE is_total), 0) AS total, coalesce(sum(wei) FILTER (WHERE is_app), 0) AS app,
        coalesce(sum(wei) FILTER (WHERE is_buyer), 0) AS buyer, count(*) FILTER (WHERE is_pending) AS deltas
      FROM part GROUP BY chain_id)
  SELECT ceil(coalesce(sum(total * price), 0)), ceil(coalesce(sum(app * price), 0)), ceil(coalesce(sum(buyer * price), 0)),
    coalesce(sum(deltas), 0)
  INTO partner_micros, app_micros, buyer_micros, pending FROM by_chain;
END $$;

-- Adds pending deltas of a partner's day to its sums, unless another transaction is doing that.
CREATE FUNCTION fold_gas(of_partner text, on_day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('gas-fold:' || of_partner, 0)) THEN RETURN; END IF;
  WITH gone AS (
    DELETE FROM gas_delta WHERE id IN (
      SELECT id FROM gas_delta WHERE partner_id = of_partner AND day = on_day ORDER BY id LIMIT 5000)
    RETURNING app_id, chain_id, wei)
  INSERT INTO gas_day AS d (partner_id, day, app_id, chain_id, wei)
    SELECT of_partner, on_day, '', chain_id, sum(wei) FROM gone GROUP BY chain_id
    UNION ALL
    SELECT of_partner, on_day, app_id, chain_id, sum(wei) FROM gone WHERE app_id <> '' GROUP BY app_id, chain_id
    ON CONFLICT (partner_id, day, app_id, chain_id) DO UPDATE SET wei = d.wei + excluded.wei;
END $$;

-- Locks a budget until the transaction ends: shared while much is left, so that confirms don't wait for each
-- other, and exclusive near the limit, where each has to see what the one before it has reserved.
CREATE FUNCTION lock_gas_budget(budget text, is_near boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_near THEN PERFORM pg_advisory_xact_lock(hashtextextended(budget, 0));
  ELSE PERFORM pg_advisory_xact_lock_shared(hashtextextended(budget, 0));
  END IF;
END $$;

-- Reserves gas for an attempt to collect or to pay out, if the budgets of partner, app and buyer have it
-- left; otherwise names in `refused` the one that doesn't, and reserves nothing. A payout counts in the
-- partner's budget only: neither an app nor a buyer has ordered it. `defaults` are the budgets in cents of a
-- partner without its own: partner, app, buyer; -1 for none. A budget in the result is null for none. Locks
-- are always taken in the order partner, app, buyer.
CREATE FUNCTION reserve_gas(of_partner text, of_app text, of_buyer text, on_day date, of_attempt text, of_payment text,
  of_payout_attempt int, on_chain int, kinds relay_kind[], gases bigint[], weis numeric[], chain_ids int[], prices numeric[],
  defaults bigint[], OUT refused text, OUT partner_micros numeric, OUT app_micros numeric, OUT buyer_micros numeric,
  OUT partner_budget numeric, OUT app_budget numeric, OUT buyer_budget numeric)
LANGUAGE plpgsql AS $$
DECLARE
  cost numeric;
  used record;
  folded record;
BEGIN
  SELECT 10000 * nullif(coalesce(gas_budget, defaults[1]), -1), 10000 * nullif(coalesce(app_gas_budget, defaults[2]), -1),
      10000 * nullif(coalesce(buyer_gas_budget, defaults[3]), -1)
    INTO partner_budget, app_budget, buyer_budget FROM partner WHERE id = of_partner;
  IF of_app = '' THEN app_budget := NULL; END IF;
  IF of_buyer = '' THEN buyer_budget := NULL; END IF;
  SELECT ceil(sum(wei) * coalesce(prices[array_position(chain_ids, on_chain)], 0) / 1e18) INTO cost FROM unnest(weis) AS wei;
  -- The folded sums are nearly current, which is enough to choose a lock by. Two hundred confirms at once can't exceed what is left
  -- without an exclusive one.
  SELECT coalesce(sum(wei * price) FILTER (WHERE app_id = ''), 0) AS partner_micros,
      coalesce(sum(wei * price) FILTER (WHERE app_id <> ''), 0) AS app_micros
    INTO folded FROM gas_day CROSS JOIN LATERAL (SELECT prices[array_position(chain_ids, chain_id)] / 1e18 AS price) p
    WHERE partner_id = of_partner AND day = on_day AND app_id IN ('', of_app);
  IF partner_budget IS NOT NULL THEN
    PERFORM lock_gas_budget('gas:' || of_partner,
      partner_budget - folded.partner_micros < greatest(partner_budget / 20, 200 * cost));
  END IF;
  IF app_budget IS NOT NULL THEN
    PERFORM lock_gas_budget('gas:' || of_partner || ':' || of_app,
      app_budget - folded.app_micros < greatest(app_budget / 20, 200 * cost));
  END IF;
  IF buyer_budget IS NOT NULL THEN PERFORM lock_gas_budget('gas:' || of_partner || ':' || of_buyer, true); END IF;
  -- After the locks, to see what was committed while this one waited.
  used := gas_used(of_partner, of_app, nullif(of_buyer, ''), on_day, chain_ids, prices);
  partner_micros := used.partner_micros + cost;
  app_micros := used.app_micros + cost;
  buyer_micros := used.buyer_micros + cost;
  refused := CASE WHEN partner_micros > partner_budget THEN 'partner' WHEN app_micros > app_budget THEN 'app'
    WHEN buyer_micros > buyer_budget THEN 'buyer' ELSE '' END;
  IF refused <> '' THEN RETURN; END IF;
  INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, attempt_id, payment_id, payout_attempt, state, wei, gas)
    SELECT of_partner, of_app, of_buyer, on_day, on_chain, kind, of_attempt, of_payment, of_payout_attempt, 'reserved', wei, gas
    FROM unnest(kinds, gases, weis) AS r (kind, gas, wei);
  IF used.pending > 100 THEN PERFORM fold_gas(of_partner, on_day); END IF;
END $$;

-- An attempt that has ended sends nothing more, so gas that it still reserves is released, once for a
-- statement. A deployment that is still on its way is counted when its receipt is final.
CREATE FUNCTION release_gas_of_attempts() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF (SELECT true FROM after WHERE state IN ('final', 'rejected') LIMIT 1) IS NULL THEN RETURN NULL; END IF;
  UPDATE gas_charge c SET state = 'released', wei = 0 FROM after a
    WHERE c.attempt_id = a.id AND c.state = 'reserved' AND a.state IN ('final', 'rejected');
  RETURN NULL;
END $$;
CREATE TRIGGER payment_attempt_gas_released AFTER UPDATE ON payment_attempt REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION release_gas_of_attempts();

-- The same for an attempt of a payout. What it has spent is recorded by the receipt, before or after.
CREATE FUNCTION release_gas_of_payouts() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF (SELECT true FROM after WHERE state IN ('final', 'failed') LIMIT 1) IS NULL THEN RETURN NULL; END IF;
  UPDATE gas_charge c SET state = 'released', wei = 0 FROM after o
    WHERE c.payment_id = o.payment_id AND c.state = 'reserved' AND o.state IN ('final', 'failed');
  RETURN NULL;
END $$;
CREATE TRIGGER payout_gas_released AFTER UPDATE ON payout REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION release_gas_of_payouts();

-- =================================================================================================
-- Ledger of payments
-- =================================================================================================

CREATE TYPE ledger_kind AS ENUM (
  'collected', 'owed', 'fee', 'settled', 'gas', 'held', 'fee_sent', 'refund_owed', 'refund_collected', 'refunded');

-- One row is both sides of an entry, so that it can't be out of balance. Its kind says what it is about and
-- between which accounts it moves.
CREATE TABLE ledger_entry (
  id bigserial,
  kind ledger_kind NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  payment_id text,
  relay_transaction_id bigint,
  tx_hash text,
  block_number bigint,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  refund_id text,
  CONSTRAINT ledger_entry_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entry_amount_positive CHECK (amount > 0),
  CONSTRAINT ledger_entry_subject CHECK (
    (kind = 'gas') = (relay_transaction_id IS NOT NULL) AND (kind = 'gas') = (payment_id IS NULL)),
  CONSTRAINT ledger_entry_on_chain CHECK (
    (kind NOT IN ('owed', 'fee', 'refund_owed')) = (tx_hash IS NOT NULL AND block_number IS NOT NULL)),
  CONSTRAINT ledger_entry_refund_kinds CHECK (
    (kind IN ('refund_owed', 'refund_collected', 'refunded')) = (refund_id IS NOT NULL)),
  CONSTRAINT ledger_entry_accounts CHECK (CASE kind
    WHEN 'collected' THEN debit LIKE 'router:%' AND credit = 'buyers'
    WHEN 'owed' THEN debit = 'buyers' AND credit LIKE 'merchant:%'
    WHEN 'fee' THEN debit = 'buyers' AND credit LIKE 'fees:%'
    WHEN 'settled' THEN debit LIKE 'merchant:%' AND (credit LIKE 'router:%' OR credit LIKE 'treasury:%')
    WHEN 'gas' THEN debit = 'gas' AND credit LIKE 'treasury:%'
    WHEN 'refund_owed' THEN debit LIKE 'merchant:%' AND credit = 'buyers'
    WHEN 'refund_collected' THEN debit LIKE 'router:%' AND credit LIKE 'merchant:%'
    WHEN 'refunded' THEN debit = 'buyers' AND (credit LIKE 'router:%' OR credit LIKE 'treasury:%')
    ELSE debit LIKE 'treasury:%' AND credit LIKE 'router:%'
  END)
);

-- Sums of the ledger by merchant, asset and month, which a worker folds from new entries.
CREATE TABLE settlement_month (
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  asset text NOT NULL,
  month date NOT NULL,
  payments bigint NOT NULL DEFAULT 0,
  net numeric(78, 0) NOT NULL DEFAULT 0,
  fees numeric(78, 0) NOT NULL DEFAULT 0,
  payouts bigint NOT NULL DEFAULT 0,
  paid_out numeric(78, 0) NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  refunded numeric(78, 0) NOT NULL DEFAULT 0,
  held_refunds bigint NOT NULL DEFAULT 0,
  held_refunded numeric(78, 0) NOT NULL DEFAULT 0,
  CONSTRAINT settlement_month_pkey PRIMARY KEY (partner_id, merchant_id, asset, month)
);

-- How far the fold has come: entries up to ledger_id are in the sums. All entries up to next_id have been
-- committed, or never will be, once every transaction before next_xid has ended.
CREATE TABLE settlement_fold (
  id integer NOT NULL,
  ledger_id bigint NOT NULL,
  next_id bigint NOT NULL,
  next_xid bigint NOT NULL,
  CONSTRAINT settlement_fold_pkey PRIMARY KEY (id)
);
INSERT INTO settlement_fold VALUES (1, 0, 0, 0);

-- Nothing is booked twice: a payment, and each of its refunds, has one entry of each kind, and a relay
-- transaction one for its gas.
CREATE UNIQUE INDEX ledger_entry_payment_id_kind_key ON ledger_entry (payment_id, kind, coalesce(refund_id, ''))
  WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_entry_refund_id_kind_key ON ledger_entry (refund_id, kind) WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_entry_relay_transaction_id_key ON ledger_entry (relay_transaction_id)
  WHERE relay_transaction_id IS NOT NULL;

-- The ledger is added to, never changed.
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_entry_not_truncated BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();

-- Books the transfers of payments in the statement that records them, so that no code path can forget it. A
-- collection goes to the router, and a settlement in the collection's own transaction was forwarded by it. A
-- refund that the merchant's wallet pays is three entries: the merchant's debt to the buyer, what the wallet
-- gave to the router, and what the router gave to the buyer. One from the treasury is two: the merchant's
-- claim on the held money becomes the buyer's, and the treasury pays it. The plans that read whole tables are
-- turned off, because a plan that is made while a table is small is kept while it grows.
CREATE FUNCTION book_chain_transfers() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong record;
BEGIN
  SELECT t.kind, t.payment_id INTO wrong FROM added t
    WHERE t.kind IN ('held', 'fee') AND (SELECT true FROM chain_transfer c
      WHERE c.payment_id = t.payment_id AND c.kind = 'collection' AND c.tx_hash = t.tx_hash LIMIT 1) IS NULL
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a % transfer of % is in another transaction than its collection', wrong.kind, wrong.payment_id
      USING ERRCODE = 'check_violation';
  END IF;
  -- A payout that pays a refund is the buyer's, and no other payout pays one.
  SELECT t.kind, t.payment_id INTO wrong FROM added t
    WHERE t.kind = 'settlement'
      AND (SELECT true FROM payout o WHERE o.payment_id = t.payment_id AND o.refund_id IS NOT NULL LIMIT 1)
      AND (SELECT true FROM chain_transfer c
        WHERE c.payment_id = t.payment_id AND c.kind = 'collection' AND c.tx_hash = t.tx_hash LIMIT 1) IS NULL
    OR t.kind = 'refund' AND (SELECT r.from_treasury FROM refund r WHERE r.id = t.refund_id)
      AND (SELECT true FROM payout o WHERE o.payment_id = t.payment_id AND o.refund_id = t.refund_id LIMIT 1) IS NULL
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a % transfer of % is not what its payout pays', wrong.kind, wrong.payment_id USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT true FROM added t WHERE t.kind IN ('refund', 'refund_collected') LIMIT 1) THEN
    INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, refund_id, created_at)
      SELECT 'refund_owed', 'eip155:' || t.chain_id || '/erc20:' || t.token, t.amount,
        (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = t.payment_id), 'buyers', t.payment_id, t.refund_id,
        t.created_at
      FROM added t
      WHERE t.kind = 'refund_collected'
        OR t.kind = 'refund' AND (SELECT r.from_treasury FROM refund r WHERE r.id = t.refund_id);
  END IF;
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, refund_id, tx_hash, block_number, created_at)
    SELECT CASE t.kind WHEN 'collection' THEN 'collected' WHEN 'settlement' THEN 'settled' WHEN 'held' THEN 'held'
        WHEN 'refund_collected' THEN 'refund_collected' WHEN 'refund' THEN 'refunded' ELSE 'fee_sent' END::ledger_kind,
      'eip155:' || t.chain_id || '/erc20:' || t.token, t.amount,
      CASE WHEN t.kind IN ('collection', 'refund_collected') THEN 'router:' || t.chain_id || ':' || t.recipient
        WHEN t.kind = 'refund' THEN 'buyers'
        WHEN t.kind = 'settlement' THEN (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = t.payment_id)
        ELSE 'treasury:' || t.chain_id || ':' || t.recipient END,
      CASE WHEN t.kind = 'collection' THEN 'buyers'
        WHEN t.kind = 'refund_collected' THEN (SELECT 'merchant:' || p.merchant_id FROM payment p WHERE p.id = t.payment_id)
        WHEN t.kind = 'refund' THEN CASE WHEN (SELECT r.from_treasury FROM refund r WHERE r.id = t.refund_id)
          THEN 'treasury:' ELSE 'router:' END || t.chain_id || ':' || t.sender
        WHEN t.kind IN ('held', 'fee') OR (SELECT true FROM chain_transfer c
          WHERE c.payment_id = t.payment_id AND c.kind = 'collection' AND c.tx_hash = t.tx_hash LIMIT 1)
          THEN 'router:' || t.chain_id || ':' || t.sender
        ELSE 'treasury:' || t.chain_id || ':' || t.sender END,
      t.payment_id, t.refund_id, t.tx_hash, t.block_number, t.created_at
    FROM added t;
  RETURN NULL;
END $$;
CREATE TRIGGER chain_transfer_booked AFTER INSERT ON chain_transfer REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION book_chain_transfers();

-- Books what a new payout owes to the merchant, and the fee.
CREATE FUNCTION book_payouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, created_at)
    SELECT part.kind, o.asset, part.amount, 'buyers', part.credit, o.payment_id, o.created_at
    FROM added o CROSS JOIN LATERAL (VALUES ('owed'::ledger_kind, o.amount, 'merchant:' || o.merchant_id),
      ('fee'::ledger_kind, o.fee, 'fees:' || o.partner_id)) AS part (kind, amount, credit)
    WHERE part.amount > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER payout_booked AFTER INSERT ON payout REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION book_payouts();

-- Books gas and counts it against its reservation in the statement that records the receipt, so that no code
-- path can forget it or do it twice. The cost comes from a node, so the budgets count at most a million
-- million coins, which no sum of a day can overflow.
CREATE FUNCTION book_gas_costs() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF (SELECT true FROM before WHERE gas_cost IS NULL LIMIT 1) IS NULL
    OR (SELECT true FROM after WHERE gas_cost IS NOT NULL LIMIT 1) IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO ledger_entry (kind, asset, amount, debit, credit, relay_transaction_id, tx_hash, block_number, created_at)
    SELECT 'gas', 'eip155:' || r.chain_id || '/native', r.gas_cost, 'gas', 'treasury:' || r.chain_id || ':' || r.wallet, r.id,
      r.mined_hash, r.block_number, r.updated_at
    FROM after r JOIN before b ON b.id = r.id
    WHERE r.gas_cost > 0 AND b.gas_cost IS NULL;
  WITH ended AS MATERIALIZED (
      SELECT r.id, r.chain_id, r.kind, r.attempt_id, r.payment_id, r.payout_attempt, r.updated_at, least(r.gas_cost, 1e30) AS cost
      FROM after r JOIN before b ON b.id = r.id
      WHERE r.gas_cost IS NOT NULL AND b.gas_cost IS NULL AND r.kind <> 'noop'),
    spent AS (
      UPDATE gas_charge c SET state = 'spent', wei = e.cost, relay_transaction_id = e.id FROM ended e
      WHERE c.attempt_id = e.attempt_id AND c.kind = e.kind AND c.relay_transaction_id IS NULL
      RETURNING e.id),
    paid AS (
      UPDATE gas_charge c SET state = 'spent', wei = e.cost, relay_transaction_id = e.id FROM ended e
      WHERE e.kind = 'payout' AND c.payment_id = e.payment_id AND c.payout_attempt = e.payout_attempt
        AND c.relay_transaction_id IS NULL
      RETURNING e.id)
    INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, attempt_id, relay_transaction_id, state, wei)
      SELECT o.partner_id, '', '', utc_day(e.updated_at), e.chain_id, e.kind, NULL, e.id, 'spent'::gas_charge_state, e.cost
      FROM ended e JOIN payout o ON o.payment_id = e.payment_id WHERE e.kind = 'payout' AND e.id NOT IN (SELECT id FROM paid)
      UNION ALL
      -- Gas that nothing was reserved for counts all the same.
      SELECT p.partner_id, coalesce(a.app_id, ''), o.buyer, utc_day(a.created_at), e.chain_id, e.kind, a.id, e.id, 'spent', e.cost
      FROM ended e JOIN payment_attempt a ON a.id = e.attempt_id JOIN payment_option o ON o.id = a.option_id
        JOIN payment p ON p.id = a.payment_id
      WHERE e.kind <> 'payout' AND e.id NOT IN (SELECT id FROM spent)
      ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER relay_transaction_gas_booked AFTER UPDATE ON relay_transaction REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION book_gas_costs();

-- =================================================================================================
-- Each transfer at our addresses is explained once: by a payment, a return, or a person's finding
-- =================================================================================================

-- Taken before anything explains a transfer of the transaction, and before sums are compared, so that
-- concurrent explanations see each other.
CREATE FUNCTION lock_transfers_of(of_chain integer, of_hash text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('transfers:' || of_chain || ':' || of_hash, 0))
$$;

-- The sum that payments and final movements have moved in a transaction, on one side of one of our addresses.
CREATE FUNCTION explained_amount(of_chain integer, of_hash text, of_direction transfer_direction, of_address text, of_token text)
RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(t.amount), 0) FROM (
      SELECT c.token, c.sender, c.recipient, c.amount FROM chain_transfer c WHERE c.chain_id = of_chain AND c.tx_hash = of_hash
      UNION ALL
      SELECT CASE WHEN m.asset LIKE '%/native' THEN 'native' ELSE split_part(m.asset, ':', 3) END, m.wallet, m.destination, m.moved
        FROM movement m WHERE m.chain_id = of_chain AND m.tx_hash = of_hash AND m.state = 'final') AS t
    WHERE t.token = of_token AND CASE of_direction WHEN 'in' THEN t.recipient ELSE t.sender END = of_address
$$;

-- Takes back the open transfers of a transaction that payments or movements have explained since they were
-- opened: a whole group of their sum, or single ones with the same parties and amount. Nothing takes back one
-- that is being returned.
CREATE FUNCTION take_back_transfers(of_chain integer, of_hash text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_transfer SET state = 'recorded' WHERE id IN (
      SELECT id FROM (
        SELECT w.id, w.amount, w.total, explained_amount(of_chain, of_hash, w.direction, w.address, w.token) - w.recorded
            - (SELECT coalesce(sum(b.amount), 0) FROM wallet_transfer b WHERE b.state = 'recorded'
              AND b.chain_id = w.chain_id AND (b.tx_hash, b.direction, b.address, b.token)
                = (w.tx_hash, w.direction, w.address, w.token)) AS since,
          row_number() OVER (PARTITION BY w.direction, w.address, w.token, w.amount ORDER BY w.id) AS place,
          EXISTS (SELECT FROM chain_transfer c WHERE c.chain_id = of_chain AND c.tx_hash = of_hash AND c.token = w.token
              AND c.amount = w.amount AND CASE w.direction WHEN 'in' THEN (c.recipient, c.sender) ELSE (c.sender, c.recipient) END
                = (w.address, w.counterparty))
            OR EXISTS (SELECT FROM movement m WHERE m.chain_id = of_chain AND m.tx_hash = of_hash AND m.state = 'final'
              AND m.moved = w.amount AND (m.wallet, m.destination) = (w.address, w.counterparty)) AS is_named
        FROM (SELECT *, sum(amount) OVER (PARTITION BY direction, address, token) AS total FROM wallet_transfer
          WHERE chain_id = of_chain AND tx_hash = of_hash AND state = 'open' AND role <> 'router') AS w) AS open
      WHERE since > 0 AND (since = total OR since = amount AND is_named AND place = 1))
    AND NOT EXISTS (SELECT FROM movement m WHERE m.wallet_transfer_id = wallet_transfer.id AND m.state <> 'failed');
END $$;

-- Raises an error when the transfers of a transaction in these directions are explained by more than they
-- moved. Rows that were explained before others of their group were opened are gone, and count in the others'
-- `recorded`. Routers forward what they receive, so payments explain none of theirs.
CREATE FUNCTION require_explained_once(of_chain integer, of_hash text, directions transfer_direction[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT w.id, w.use INTO wrong FROM (
      SELECT min(id) FILTER (WHERE use IS NOT NULL) AS id, min(use) AS use, direction, address, token, sum(amount) AS total,
        coalesce(sum(amount) FILTER (WHERE use IS NOT NULL), 0) AS used, min(recorded) FILTER (WHERE state <> 'pending') AS before
      FROM (SELECT t.*, CASE WHEN t.state IN ('payment', 'kept', 'returned', 'withdrawal', 'loss') THEN t.state::text
          WHEN EXISTS (SELECT FROM movement m WHERE m.wallet_transfer_id = t.id AND m.state <> 'failed') THEN 'being returned'
        END AS use
        FROM wallet_transfer t WHERE t.chain_id = of_chain AND t.tx_hash = of_hash AND t.role <> 'router'
          AND t.direction = ANY(directions)) AS each
      GROUP BY direction, address, token) AS w
    WHERE w.used > 0
      AND explained_amount(of_chain, of_hash, w.direction, w.address, w.token) - w.before + w.used > w.total
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % of % is % and can''t be explained a second time', wrong.id, of_hash, wrong.use
      USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- A payment's transfers. What arrived can be explained once, because it would be owed twice otherwise. What
-- left is proven to have paid, whatever a person has found about it.
CREATE FUNCTION chain_transfers_explain() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  found record;
BEGIN
  PERFORM lock_transfers_of(a.chain_id, a.tx_hash)
    FROM (SELECT DISTINCT chain_id, tx_hash FROM added ORDER BY chain_id, tx_hash) AS a;
  -- After the locks, to see what was committed while this one waited. Most transactions have no transfer that anything else may explain.
  FOR found IN SELECT a.chain_id, a.tx_hash FROM (SELECT DISTINCT chain_id, tx_hash FROM added) AS a
      WHERE (SELECT true FROM wallet_transfer w WHERE w.chain_id = a.chain_id AND w.tx_hash = a.tx_hash LIMIT 1) LOOP
    PERFORM take_back_transfers(found.chain_id, found.tx_hash);
    PERFORM require_explained_once(found.chain_id, found.tx_hash, ARRAY['in'::transfer_direction]);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER chain_transfer_explains AFTER INSERT ON chain_transfer REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION chain_transfers_explain();

-- A person's finding. The recovery, or a person, may have found before that the transaction paid something.
CREATE FUNCTION wallet_transfer_explained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_transfers_of(NEW.chain_id, NEW.tx_hash);
  IF NEW.direction = 'out' AND EXISTS (SELECT FROM unknown_transaction u
      WHERE u.chain_id = NEW.chain_id AND u.tx_hash = NEW.tx_hash AND coalesce(u.payment_id, u.movement_id) IS NOT NULL) THEN
    RAISE EXCEPTION 'transfer % of % is a payout, a refund or a movement', NEW.id, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  PERFORM require_explained_once(NEW.chain_id, NEW.tx_hash, ARRAY[NEW.direction]);
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transfer_explained AFTER UPDATE OF state ON wallet_transfer FOR EACH ROW
  WHEN (NEW.state IN ('payment', 'kept', 'withdrawal', 'loss')) EXECUTE FUNCTION wallet_transfer_explained();

-- A return. Tokens that a person has attributed to a payment are owed to its buyer, and go back as well.
CREATE FUNCTION movement_explains() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  returned record;
BEGIN
  PERFORM lock_transfers_of(w.chain_id, w.tx_hash) FROM wallet_transfer w WHERE w.id = NEW.wallet_transfer_id;
  SELECT * INTO returned FROM wallet_transfer w WHERE w.id = NEW.wallet_transfer_id FOR UPDATE;
  IF returned.state NOT IN ('open', 'payment') OR returned.direction <> 'in'
    OR (returned.chain_id, returned.address, returned.amount) IS DISTINCT FROM (NEW.chain_id, NEW.wallet, NEW.amount)
    OR 'eip155:' || returned.chain_id || '/erc20:' || returned.token <> NEW.asset THEN
    RAISE EXCEPTION 'transfer % is % and can''t be sent back by %', returned.id, returned.state, NEW.id
      USING ERRCODE = 'check_violation';
  END IF;
  PERFORM require_explained_once(returned.chain_id, returned.tx_hash, ARRAY['in'::transfer_direction]);
  RETURN NULL;
END $$;
CREATE TRIGGER movement_explains AFTER INSERT ON movement FOR EACH ROW
  WHEN (NEW.wallet_transfer_id IS NOT NULL) EXECUTE FUNCTION movement_explains();

-- The transfer of a treasury's owner. A log that anything else explains can't pay a payout as well: another
-- payment, a movement or a transaction of the relay, or a person's finding.
CREATE FUNCTION owner_transfer_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_transfers_of(NEW.chain_id, NEW.tx_hash);
  IF EXISTS (SELECT FROM chain_transfer t WHERE t.chain_id = NEW.chain_id AND t.tx_hash = NEW.tx_hash AND t.log_index = NEW.log_index)
    OR EXISTS (SELECT FROM movement m WHERE m.chain_id = NEW.chain_id AND m.tx_hash = NEW.tx_hash)
    OR EXISTS (SELECT FROM relay_submission s WHERE s.chain_id = NEW.chain_id AND s.hash = NEW.tx_hash)
    OR EXISTS (SELECT FROM unknown_transaction u WHERE u.chain_id = NEW.chain_id AND u.tx_hash = NEW.tx_hash
      AND u.payment_id IS NOT NULL)
    OR EXISTS (SELECT FROM wallet_transfer w WHERE w.chain_id = NEW.chain_id AND w.tx_hash = NEW.tx_hash
      AND w.log_index = NEW.log_index AND w.state NOT IN ('pending', 'open')) THEN
    RAISE EXCEPTION 'log % of % is recorded as something else', NEW.log_index, NEW.tx_hash USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER owner_transfer_guard BEFORE INSERT ON owner_transfer FOR EACH ROW EXECUTE FUNCTION owner_transfer_guard();

-- =================================================================================================
-- Buyers' details and receipts
-- =================================================================================================

CREATE TABLE buyer_data_policy (
  partner_id text NOT NULL,
  from_currency text,
  from_value numeric(78, 0),
  provider_name text NOT NULL,
  terms_url text NOT NULL,
  privacy_url text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT buyer_data_policy_pkey PRIMARY KEY (partner_id),
  CONSTRAINT buyer_data_policy_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT buyer_data_policy_amount CHECK (
    (from_currency IS NULL) = (from_value IS NULL) AND (from_value IS NULL OR from_value > 0)),
  CONSTRAINT buyer_data_policy_provider CHECK (
    provider_name <> '' AND terms_url LIKE 'https://%' AND privacy_url LIKE 'https://%')
);

-- Nonce and tag of the seal alone have 28 bytes. Nothing is sealed again: the seal is bound to the ids and
-- accounts of its row.
CREATE TABLE buyer_data_submission (
  id text NOT NULL,
  partner_id text NOT NULL,
  payment_id text NOT NULL,
  accounts text[],
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT buyer_data_submission_pkey PRIMARY KEY (id),
  CONSTRAINT buyer_data_submission_partner_id_fkey
    FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT buyer_data_submission_payment_id_fkey
    FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT buyer_data_submission_is_sealed CHECK (octet_length(sealed) BETWEEN 29 AND 131072 AND key_id ~ '^[0-9a-f]{16}$'),
  CONSTRAINT buyer_data_submission_accounts CHECK (cardinality(accounts) BETWEEN 1 AND 50),
  CONSTRAINT buyer_data_submission_expires CHECK (expires_at > created_at)
);

CREATE TABLE receipt_request (
  id text NOT NULL,
  payment_id text NOT NULL,
  locale text NOT NULL,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  CONSTRAINT receipt_request_pkey PRIMARY KEY (id),
  CONSTRAINT receipt_request_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX buyer_data_submission_accounts_idx ON buyer_data_submission USING gin (accounts);
CREATE INDEX buyer_data_submission_payment_id_idx ON buyer_data_submission (payment_id);
CREATE INDEX buyer_data_submission_expires_at_idx ON buyer_data_submission (expires_at);
CREATE INDEX receipt_request_payment_id_idx ON receipt_request (payment_id);
CREATE INDEX receipt_request_expires_at_idx ON receipt_request (expires_at);

-- Changes of a policy are audited.
CREATE TRIGGER buyer_data_policy_audited AFTER INSERT OR UPDATE OR DELETE ON buyer_data_policy
  FOR EACH ROW EXECUTE FUNCTION audit_change();

-- A submission never changes: its seal is bound to the rest of its row.
CREATE TRIGGER buyer_data_submission_frozen BEFORE UPDATE ON buyer_data_submission FOR EACH ROW EXECUTE FUNCTION append_only();

-- =================================================================================================
-- Statistics
-- =================================================================================================

CREATE TABLE payment_stat_delta (
  id bigserial,
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  status payment_status NOT NULL,
  token_asset text NOT NULL,
  fiat_currency text NOT NULL,
  payments integer NOT NULL,
  revenue numeric(78, 0) NOT NULL,
  buyer_account text,
  day date NOT NULL,
  refunded numeric(78, 0) NOT NULL DEFAULT 0,
  fees numeric(78, 0) NOT NULL DEFAULT 0,
  CONSTRAINT payment_stat_delta_pkey PRIMARY KEY (id)
);

CREATE TABLE payment_rollup (
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  status payment_status NOT NULL,
  token_asset text NOT NULL,
  fiat_currency text NOT NULL,
  payments bigint NOT NULL,
  revenue numeric(78, 0) NOT NULL,
  refunded numeric(78, 0) NOT NULL DEFAULT 0,
  fees numeric(78, 0) NOT NULL DEFAULT 0,
  CONSTRAINT payment_rollup_pkey PRIMARY KEY (partner_id, merchant_id, status, token_asset, fiat_currency)
);

CREATE TABLE payment_customer (
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  token_asset text NOT NULL,
  buyer_account text NOT NULL,
  payments integer NOT NULL,
  status payment_status NOT NULL,
  CONSTRAINT payment_customer_pkey PRIMARY KEY (partner_id, merchant_id, buyer_account, token_asset, status),
  CONSTRAINT payment_customer_has_paid CHECK (payments > 0)
);

CREATE TABLE payment_customer_rollup (
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  tokens text NOT NULL,
  statuses integer NOT NULL,
  customers bigint NOT NULL,
  CONSTRAINT payment_customer_rollup_pkey PRIMARY KEY (partner_id, merchant_id, tokens, statuses)
);

CREATE TABLE payment_customer_mix (
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  tokens text NOT NULL,
  customers bigint NOT NULL,
  CONSTRAINT payment_customer_mix_pkey PRIMARY KEY (partner_id, merchant_id, tokens)
);

CREATE TABLE payment_day_rollup (
  partner_id text NOT NULL,
  day date NOT NULL,
  status payment_status NOT NULL,
  token_asset text NOT NULL,
  fiat_currency text NOT NULL,
  payments bigint NOT NULL,
  revenue numeric(78, 0) NOT NULL,
  refunded numeric(78, 0) NOT NULL DEFAULT 0,
  fees numeric(78, 0) NOT NULL DEFAULT 0,
  CONSTRAINT payment_day_rollup_pkey PRIMARY KEY (partner_id, day, status, token_asset, fiat_currency)
);

CREATE TABLE payment_customer_day (
  partner_id text NOT NULL,
  buyer_account text NOT NULL,
  day date NOT NULL,
  payments integer NOT NULL,
  previous_day date NOT NULL,
  CONSTRAINT payment_customer_day_pkey PRIMARY KEY (partner_id, buyer_account, day),
  CONSTRAINT payment_customer_day_has_paid CHECK (payments > 0),
  CONSTRAINT payment_customer_day_goes_on CHECK (previous_day < day)
);

CREATE TABLE customer_total (
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  buyer_account text NOT NULL,
  payments bigint NOT NULL,
  volume jsonb NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  CONSTRAINT customer_total_pkey PRIMARY KEY (partner_id, merchant_id, buyer_account)
);

CREATE TABLE refund_posting (
  id bigserial,
  partner_id text NOT NULL,
  payment_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  token_asset text NOT NULL,
  fiat_currency text NOT NULL,
  value numeric(78, 0) NOT NULL,
  CONSTRAINT refund_posting_pkey PRIMARY KEY (id)
);

CREATE INDEX payment_stat_delta_partner_id_idx ON payment_stat_delta (partner_id);
CREATE INDEX payment_customer_day_partner_id_day_previous_day_idx ON payment_customer_day (partner_id, day, previous_day);
CREATE INDEX customer_total_newest ON customer_total (partner_id, merchant_id, last_day, buyer_account);
CREATE INDEX refund_posting_partner_id_at_idx ON refund_posting (partner_id, at);
CREATE INDEX refund_posting_payment_id_idx ON refund_posting (payment_id);

-- The `tokens` of payment_customer_rollup that a payment with a token (empty: without one) counts for.
CREATE FUNCTION customer_tokens(token text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE token WHEN '' THEN ARRAY[''] ELSE ARRAY['', split_part(token, '/', 1) || '/', token] END
$$;

-- A status in the `statuses` of payment_customer_rollup.
CREATE FUNCTION customer_status(status payment_status) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE status WHEN 'processing' THEN 1 WHEN 'succeeded' THEN 2 WHEN 'failed' THEN 4 ELSE 0 END
$$;

-- The fiat value of a payment's fee: the fee's part of the tokens that were paid, rounded to the nearest
-- unit.
CREATE FUNCTION fee_value(fiat_value numeric, token_amount numeric, token_fee numeric)
RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN token_fee > 0 AND token_amount > 0
    THEN div(2 * fiat_value * token_fee + token_amount, 2 * token_amount) ELSE 0 END
$$;

-- The refunded part of a payment's fiat value, rounded down.
CREATE FUNCTION refunded_value(fiat_value numeric, token_amount numeric, refunded_amount numeric, refunded_at timestamptz)
RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN refunded_at IS NOT NULL THEN fiat_value WHEN refunded_amount IS NULL THEN 0
    ELSE div(fiat_value * refunded_amount, token_amount) END
$$;

-- Notes every change of a payment in the transaction that makes it. It writes nothing else, so that no two
-- payments wait for each other; a fold finds out later who is a new customer of what. Refunds are deltas of
-- the day on which they were made.
CREATE FUNCTION payment_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  refunded_before numeric := 0;
  refunded_now numeric := refunded_value(NEW.fiat_value, NEW.token_amount, NEW.refunded_amount, NEW.refunded_at);
  refunded_on date;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day,
      payments, revenue, fees)
    VALUES (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
      NEW.buyer_account, utc_day(NEW.created_at), 1, CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END,
      CASE NEW.status WHEN 'succeeded' THEN fee_value(NEW.fiat_value, NEW.token_amount, NEW.token_fee) ELSE 0 END);
  ELSE
    refunded_before := refunded_value(OLD.fiat_value, OLD.token_amount, OLD.refunded_amount, OLD.refunded_at);
    IF (OLD.status, OLD.token_asset, OLD.buyer_account)
      IS DISTINCT FROM (NEW.status, NEW.token_asset, NEW.buyer_account) THEN
      INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, buyer_account, day,
        payments, revenue, fees)
      VALUES (OLD.partner_id, OLD.merchant_id, OLD.status, coalesce(OLD.token_asset, ''), OLD.fiat_currency,
          OLD.buyer_account, utc_day(OLD.created_at), -1,
          CASE OLD.status WHEN 'succeeded' THEN -OLD.fiat_value ELSE 0 END,
          CASE OLD.status WHEN 'succeeded' THEN -fee_value(OLD.fiat_value, OLD.token_amount, OLD.token_fee) ELSE 0 END),
        (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
          NEW.buyer_account, utc_day(NEW.created_at), 1,
          CASE NEW.status WHEN 'succeeded' THEN NEW.fiat_value ELSE 0 END,
          CASE NEW.status WHEN 'succeeded' THEN fee_value(NEW.fiat_value, NEW.token_amount, NEW.token_fee) ELSE 0 END);
    END IF;
  END IF;
  IF refunded_now <> refunded_before THEN
    INSERT INTO refund_posting (partner_id, payment_id, at, token_asset, fiat_currency, value)
      VALUES (NEW.partner_id, NEW.id, NEW.updated_at, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
        refunded_now - refunded_before);
    INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, day, payments, revenue,
      refunded)
    VALUES (NEW.partner_id, NEW.merchant_id, NEW.status, coalesce(NEW.token_asset, ''), NEW.fiat_currency,
      utc_day(NEW.updated_at), 0, 0, refunded_now - refunded_before);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_statistics_insert AFTER INSERT ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_statistics();
CREATE TRIGGER payment_statistics_update AFTER UPDATE OF status, token_asset, buyer_account ON payment
  FOR EACH ROW WHEN ((OLD.status, OLD.token_asset, OLD.buyer_account)
    IS DISTINCT FROM (NEW.status, NEW.token_asset, NEW.buyer_account))
  EXECUTE FUNCTION payment_statistics();
CREATE TRIGGER payment_statistics_refund AFTER UPDATE OF refunded_amount, refunded_at ON payment
  FOR EACH ROW WHEN ((OLD.status, OLD.token_asset, OLD.buyer_account)
      IS NOT DISTINCT FROM (NEW.status, NEW.token_asset, NEW.buyer_account)
    AND (OLD.refunded_amount, OLD.refunded_at) IS DISTINCT FROM (NEW.refunded_amount, NEW.refunded_at))
  EXECUTE FUNCTION payment_statistics();

-- A posted refund never changes, so that the net revenue of past days doesn't.
CREATE TRIGGER refund_posting_append_only BEFORE UPDATE OR DELETE ON refund_posting
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- Adds the deltas that a fold deletes to the totals of customers. A succeeded payment stays one, and a
-- refund's delta has no buyer, so the totals only grow.
CREATE FUNCTION add_customer_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_total AS c (partner_id, merchant_id, buyer_account, payments, volume, first_day, last_day)
    SELECT partner_id, merchant_id, buyer_account, sum(payments), jsonb_object_agg(fiat_currency, revenue::text),
      min(first_day), max(last_day)
    FROM (SELECT d.partner_id, s.merchant_id, d.buyer_account, d.fiat_currency, sum(d.payments) AS payments,
        sum(d.revenue) AS revenue, min(d.day) AS first_day, max(d.day) AS last_day
      FROM folded d CROSS JOIN LATERAL (VALUES (''), (d.merchant_id)) AS s (merchant_id)
      WHERE d.status = 'succeeded' AND d.buyer_account IS NOT NULL GROUP BY 1, 2, 3, 4) sums
    GROUP BY 1, 2, 3
    ON CONFLICT (partner_id, merchant_id, buyer_account) DO UPDATE SET payments = c.payments + excluded.payments,
      volume = (SELECT jsonb_object_agg(currency, total::text) FROM (
        SELECT v.key AS currency, sum(v.value::numeric) AS total
        FROM (SELECT * FROM jsonb_each_text(c.volume) UNION ALL SELECT * FROM jsonb_each_text(excluded.volume)) v
        GROUP BY 1) t),
      first_day = least(c.first_day, excluded.first_day),
      last_day = greatest(c.last_day, excluded.last_day);
  RETURN NULL;
END $$;
CREATE TRIGGER customer_totals_folded AFTER DELETE ON payment_stat_delta REFERENCING OLD TABLE AS folded
  FOR EACH STATEMENT EXECUTE FUNCTION add_customer_totals();

-- Sets the totals of a partner, or of all (null), to what its payments say, less the deltas that the trigger
-- will add. The caller holds the lock of the fold. Payments may be written meanwhile: payments and deltas are
-- read in one snapshot.
CREATE FUNCTION count_customer_totals(partner text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM customer_total WHERE partner IS NULL OR partner_id = partner;
  INSERT INTO customer_total (partner_id, merchant_id, buyer_account, payments, volume, first_day, last_day)
    SELECT partner_id, merchant_id, buyer_account, sum(payments), jsonb_object_agg(fiat_currency, revenue::text),
      min(first_day), max(last_day)
    FROM (SELECT partner_id, coalesce(merchant_id, '') AS merchant_id, buyer_account, fiat_currency, sum(payments) AS payments,
        sum(revenue) AS revenue, min(day) AS first_day, max(day) AS last_day
      FROM (SELECT partner_id, merchant_id, buyer_account, fiat_currency, 1 AS payments, fiat_value AS revenue,
            utc_day(created_at) AS day FROM payment
          WHERE status = 'succeeded' AND buyer_account IS NOT NULL AND (partner IS NULL OR partner_id = partner)
        UNION ALL
        SELECT partner_id, merchant_id, buyer_account, fiat_currency, -payments, -revenue, day FROM payment_stat_delta
          WHERE status = 'succeeded' AND buyer_account IS NOT NULL AND (partner IS NULL OR partner_id = partner)) p
      GROUP BY GROUPING SETS ((partner_id, merchant_id, buyer_account, fiat_currency), (partner_id, buyer_account, fiat_currency))
      HAVING sum(payments) > 0) sums
    GROUP BY 1, 2, 3;
END $$;

-- Sets the rollups of a partner to what its payments say, in one snapshot. The refunds of payments that were
-- loaded without triggers are posted at once, when the last of them was made.
CREATE FUNCTION count_payment_rollups(partner text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7166014);
  INSERT INTO refund_posting (partner_id, payment_id, at, token_asset, fiat_currency, value)
    SELECT p.partner_id, p.id, coalesce(p.refunded_at, p.updated_at), coalesce(p.token_asset, ''), p.fiat_currency, r.missing
    FROM payment p CROSS JOIN LATERAL (
      SELECT refunded_value(p.fiat_value, p.token_amount, p.refunded_amount, p.refunded_at)
        - coalesce((SELECT sum(value) FROM refund_posting WHERE payment_id = p.id), 0) AS missing) r
    WHERE p.partner_id = partner AND (p.refunded_amount IS NOT NULL OR p.refunded_at IS NOT NULL) AND r.missing > 0;
  DELETE FROM payment_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer WHERE partner_id = partner;
  DELETE FROM payment_customer_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer_mix WHERE partner_id = partner;
  DELETE FROM payment_day_rollup WHERE partner_id = partner;
  DELETE FROM payment_customer_day WHERE partner_id = partner;
  WITH gone AS (DELETE FROM payment_stat_delta WHERE partner_id = partner),
    customers AS (
      INSERT INTO payment_customer (partner_id, merchant_id, buyer_account, token_asset, status, payments)
      SELECT partner, coalesce(p.merchant_id, ''), p.buyer_account, p.token, p.status, count(*)
      FROM (SELECT merchant_id, buyer_account, coalesce(token_asset, '') AS token, status FROM payment
        WHERE partner_id = partner AND buyer_account IS NOT NULL) p
      GROUP BY GROUPING SETS ((merchant_id, buyer_account, token, status), (buyer_account, token, status))
      RETURNING merchant_id, buyer_account, token_asset, status),
    had AS (
      SELECT merchant_id, buyer_account, tokens, bit_or(customer_status(status)) AS statuses
      FROM customers CROSS JOIN LATERAL unnest(customer_tokens(token_asset)) AS tokens GROUP BY 1, 2, 3),
    counted AS (
      INSERT INTO payment_customer_rollup (partner_id, merchant_id, tokens, statuses, customers)
      SELECT partner, merchant_id, tokens, statuses, count(*) FROM had GROUP BY 1, 2, 3, 4),
    mixed AS (
      INSERT INTO payment_customer_mix (partner_id, merchant_id, tokens, customers)
      SELECT partner, merchant_id, mix, count(*)
      FROM (SELECT merchant_id, jsonb_object_agg(tokens, statuses)::text AS mix FROM had
        WHERE tokens LIKE '%/_%' GROUP BY merchant_id, buyer_account HAVING count(*) > 1) c
      GROUP BY 1, 2, 3),
    by_day AS (
      INSERT INTO payment_day_rollup (partner_id, day, status, token_asset, fiat_currency, payments, revenue, fees, refunded)
      SELECT partner, day, status, token, fiat_currency, sum(payments), sum(revenue), sum(fees), sum(refunded)
      FROM (SELECT utc_day(created_at) AS day, status, coalesce(token_asset, '') AS token, fiat_currency, 1 AS payments,
          CASE status WHEN 'succeeded' THEN fiat_value ELSE 0 END AS revenue,
          CASE status WHEN 'succeeded' THEN fee_value(fiat_value, token_amount, token_fee) ELSE 0 END AS fees, 0 AS refunded
        FROM payment WHERE partner_id = partner
        UNION ALL
        SELECT utc_day(at), 'succeeded', token_asset, fiat_currency, 0, 0, 0, value
        FROM refund_posting WHERE partner_id = partner) d
      GROUP BY 2, 3, 4, 5),
    customers_by_day AS (
      INSERT INTO payment_customer_day (partner_id, buyer_account, day, payments, previous_day)
      SELECT partner, buyer_account, day, payments,
        coalesce(lag(day) OVER (PARTITION BY buyer_account ORDER BY day), '-infinity')
      FROM (SELECT buyer_account, utc_day(created_at) AS day, count(*) AS payments FROM payment
        WHERE partner_id = partner AND buyer_account IS NOT NULL GROUP BY 1, 2) d)
  INSERT INTO payment_rollup (partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue, fees, refunded)
  SELECT partner, coalesce(p.merchant_id, ''), p.status, p.token, p.fiat_currency, count(*),
    coalesce(sum(p.fiat_value) FILTER (WHERE p.status = 'succeeded'), 0),
    coalesce(sum(p.fees) FILTER (WHERE p.status = 'succeeded'), 0), sum(p.refunded)
  FROM (SELECT merchant_id, status, coalesce(token_asset, '') AS token, fiat_currency, fiat_value,
      fee_value(fiat_value, token_amount, token_fee) AS fees,
      refunded_value(fiat_value, token_amount, refunded_amount, refunded_at) AS refunded FROM payment
    WHERE partner_id = partner) p
  GROUP BY GROUPING SETS ((merchant_id, status, token, fiat_currency), (status, token, fiat_currency));
$$;

-- Counts a partner's payments anew, as after a bulk load without triggers. No fold runs meanwhile.
CREATE FUNCTION count_payment_statistics(partner text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7166014);
  SELECT count_customer_totals(partner);
  SELECT count_payment_rollups(partner);
$$;

-- =================================================================================================
-- Events and webhooks
-- =================================================================================================

CREATE TYPE webhook_endpoint_state AS ENUM ('enabled', 'paused', 'disabled');
CREATE TYPE webhook_delivery_state AS ENUM ('pending', 'succeeded', 'failed');
CREATE TYPE webhook_replay_kind AS ENUM ('event', 'failed', 'range');
CREATE TYPE webhook_replay_state AS ENUM ('running', 'completed', 'stopped');

CREATE TABLE event (
  id text NOT NULL,
  partner_id text NOT NULL,
  merchant_id text,
  type text NOT NULL,
  payment_id text,
  payment_version integer,
  data jsonb,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT event_pkey PRIMARY KEY (partner_id, id),
  CONSTRAINT event_payment_version CHECK ((payment_id IS NULL) = (payment_version IS NULL))
);

CREATE TABLE webhook_endpoint (
  id text NOT NULL,
  partner_id text NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  event_types text[] DEFAULT ARRAY[]::text[],
  merchant_ids text[] DEFAULT ARRAY[]::text[],
  api_version text NOT NULL,
  state webhook_endpoint_state NOT NULL DEFAULT 'enabled',
  disabled_reason text,
  secret_key_id text NOT NULL,
  secret bytea NOT NULL,
  old_secret_key_id text,
  old_secret bytea,
  old_secret_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  blocked_until timestamptz(3),
  last_success_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  resumed_at timestamptz(3),
  url_by_id text,
  secret_by_id text,
  left_by text,
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoint_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhook_endpoint_url_by_id_fkey FOREIGN KEY (url_by_id) REFERENCES "user"(id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT webhook_endpoint_secret_by_id_fkey
    FOREIGN KEY (secret_by_id) REFERENCES "user"(id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT webhook_endpoint_old_secret CHECK (
    (old_secret IS NULL) = (old_secret_key_id IS NULL) AND (old_secret IS NULL) = (old_secret_until IS NULL)),
  CONSTRAINT webhook_endpoint_disabled CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL))
);

-- Every delivery is updated twice within seconds; with the default of a fifth of the table, millions of dead
-- rows would stay.
CREATE TABLE webhook_delivery (
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  partner_id text NOT NULL,
  subject text NOT NULL,
  state webhook_delivery_state NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  recent_attempts integer NOT NULL DEFAULT 0,
  queued_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  in_flight boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (endpoint_id, event_id),
  CONSTRAINT webhook_delivery_finished CHECK ((state = 'pending') = (finished_at IS NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000, autovacuum_analyze_scale_factor = 0.02);

CREATE TABLE webhook_attempt (
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  number integer NOT NULL,
  at timestamptz(3) NOT NULL,
  status integer,
  error text,
  latency_ms integer NOT NULL,
  answer text,
  CONSTRAINT webhook_attempt_pkey PRIMARY KEY (endpoint_id, event_id, number)
);

CREATE TABLE webhook_replay (
  id text NOT NULL,
  endpoint_id text NOT NULL,
  partner_id text NOT NULL,
  kind webhook_replay_kind NOT NULL,
  after_event_id text NOT NULL,
  until_event_id text NOT NULL,
  state webhook_replay_state NOT NULL DEFAULT 'running',
  queued integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT webhook_replay_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_replay_endpoint_id_fkey
    FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhook_replay_finished CHECK ((state = 'running') = (finished_at IS NULL))
);

-- An event of a payment is recorded once. Old events are found by their ids, which sort by time.
CREATE UNIQUE INDEX event_of_payment ON event (payment_id, payment_version, type) WHERE payment_id IS NOT NULL;
CREATE INDEX event_partner_id_type_id_idx ON event (partner_id, type, id);
CREATE INDEX event_merchant_id_type_id_idx ON event (merchant_id, type, id);
-- The events that members are notified of, for all partners at once. Those that every payment has aren't
-- among them, so recording a payment's usual events doesn't write to this index.
CREATE INDEX event_notable ON event (id) WHERE type IN ('payout.held', 'payout.failed', 'refund.succeeded',
  'refund.failed', 'settlement_destination.changed', 'api_key.created', 'webhook_endpoint.disabled');
CREATE INDEX webhook_endpoint_partner_id_idx ON webhook_endpoint (partner_id);
CREATE INDEX webhook_endpoint_url_by_id_idx ON webhook_endpoint (url_by_id);
CREATE INDEX webhook_endpoint_secret_by_id_idx ON webhook_endpoint (secret_by_id);
-- Deliveries that are due, those of one subject in their order, and those that failed.
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, next_attempt_at, event_id) WHERE state = 'pending';
CREATE INDEX webhook_delivery_in_order ON webhook_delivery (endpoint_id, subject, event_id) WHERE state = 'pending';
CREATE INDEX webhook_delivery_failed ON webhook_delivery (endpoint_id, event_id) WHERE state = 'failed';
CREATE INDEX webhook_replay_endpoint_id_created_at_idx ON webhook_replay (endpoint_id, created_at);
-- An endpoint has one replay at a time.
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay (endpoint_id) WHERE state = 'running';

-- Old events are deleted; none is changed.
CREATE TRIGGER event_append_only BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION append_only();

-- Changes of endpoints are audited, except for the columns of their health, which deliveries update all the
-- time. The order of a replay is audited, its progress is not.
CREATE TRIGGER webhook_endpoint_audited AFTER INSERT OR DELETE OR UPDATE OF url, description, event_types, merchant_ids,
  api_version, state, disabled_reason, secret, old_secret, old_secret_until, deleted_at ON webhook_endpoint
  FOR EACH ROW EXECUTE FUNCTION audit_change();
CREATE TRIGGER webhook_replay_audited AFTER INSERT ON webhook_replay FOR EACH ROW EXECUTE FUNCTION audit_change();

-- =================================================================================================
-- Notifications of members, and alarms of the operator
-- =================================================================================================

CREATE TYPE notification_mode AS ENUM ('off', 'at_once', 'daily');

CREATE TABLE notification_setting (
  user_id text NOT NULL,
  partner_id text NOT NULL,
  type text NOT NULL,
  mode notification_mode NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT notification_setting_pkey PRIMARY KEY (user_id, type),
  CONSTRAINT notification_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- A row lives for two days at most, and is updated once.
CREATE TABLE notification (
  user_id text NOT NULL,
  event_id text NOT NULL,
  partner_id text NOT NULL,
  type text NOT NULL,
  sent_at timestamptz(3),
  CONSTRAINT notification_pkey PRIMARY KEY (user_id, event_id),
  CONSTRAINT notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

CREATE TABLE notification_progress (
  id smallint NOT NULL DEFAULT 1,
  read_until timestamptz(3) NOT NULL,
  digest_from timestamptz(3) NOT NULL,
  digest_until timestamptz(3) NOT NULL,
  digest_after text,
  CONSTRAINT notification_progress_pkey PRIMARY KEY (id)
);

-- Events from before the installation cause no emails.
INSERT INTO notification_progress (read_until, digest_from, digest_until) VALUES (now(), now(), now());

CREATE TABLE alarm (
  id bigserial,
  kind text NOT NULL,
  subject text NOT NULL,
  level text NOT NULL,
  message text NOT NULL,
  facts jsonb NOT NULL,
  is_event boolean NOT NULL,
  source text NOT NULL,
  count integer NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  quiet_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  recovery text,
  resolved_at timestamptz(3),
  notified_at timestamptz(3) NOT NULL,
  notified_parts jsonb NOT NULL DEFAULT '[]',
  parts jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT alarm_pkey PRIMARY KEY (id)
);

CREATE TABLE alarm_delivery (
  alarm_id bigint NOT NULL,
  event text NOT NULL,
  channel text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  delivered_at timestamptz(3),
  error text,
  CONSTRAINT alarm_delivery_pkey PRIMARY KEY (alarm_id, event, channel),
  CONSTRAINT alarm_delivery_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarm(id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- Events of a type that every payment has are read only for the partners of these members.
CREATE INDEX notification_setting_type_mode_idx ON notification_setting (type, mode);
CREATE INDEX notification_unsent ON notification (user_id) WHERE sent_at IS NULL;
CREATE INDEX notification_event_id_idx ON notification (event_id);
-- One alarm is open for each kind and subject.
CREATE UNIQUE INDEX alarm_open ON alarm (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX alarm_delivery_due ON alarm_delivery (channel, next_attempt_at) WHERE delivered_at IS NULL;
CREATE INDEX alarm_delivery_sent ON alarm_delivery (channel, delivered_at) WHERE delivered_at IS NOT NULL;

-- Changes of what a member is notified of are audited.
CREATE TRIGGER notification_setting_audited AFTER INSERT OR UPDATE OR DELETE ON notification_setting
  FOR EACH ROW EXECUTE FUNCTION audit_change();

-- =================================================================================================
-- Request log, housekeeping and probes
-- =================================================================================================

-- Partitioned by UTC day, so that old entries are removed by dropping a table.
CREATE TABLE request_log_entry (
  id bigserial,
  partner_id text NOT NULL,
  api_key_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  code text,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  issues jsonb,
  service_version text NOT NULL,
  CONSTRAINT request_log_entry_pkey PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);

-- Takes the entries of the first days, and those of processes whose clocks are behind. It is dropped as every
-- other partition.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE request_log_entry_first PARTITION OF request_log_entry FOR VALUES FROM (MINVALUE) TO (%L)',
    (date_trunc('day', now() AT TIME ZONE 'UTC') + interval '3 days') AT TIME ZONE 'UTC');
  CREATE INDEX request_log_entry_first_of_partner ON request_log_entry_first (partner_id, at, id);
END $$;

CREATE INDEX request_log_entry_partner_id_at_id_idx ON request_log_entry (partner_id, at, id);

-- Creates a partition for each UTC day from `as_of` for two weeks, and drops those whose entries are all
-- older than 8 days: lists show 7. Waits at most half a second for a lock, because writers queue behind it;
-- the job runs again soon.
CREATE FUNCTION rotate_request_log(as_of timestamptz) RETURNS void LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
DECLARE
  today timestamp := date_trunc('day', as_of AT TIME ZONE 'UTC');
  starts timestamptz;
  ends timestamptz;
  old record;
BEGIN
  FOR old IN
    SELECT c.oid::regclass AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'request_log_entry'::regclass
        AND (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz < as_of - interval '8 days'
  LOOP
    EXECUTE format('DROP TABLE %s', old.name);
  END LOOP;
  FOR day IN 0..13 LOOP
    starts := (today + make_interval(days => day)) AT TIME ZONE 'UTC';
    ends := (today + make_interval(days => day + 1)) AT TIME ZONE 'UTC';
    IF NOT EXISTS (
      SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS bound
        WHERE i.inhparent = 'request_log_entry'::regclass
          AND coalesce((regexp_match(bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz, '-infinity') < ends
          AND (regexp_match(bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz > starts
    ) THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF request_log_entry FOR VALUES FROM (%L) TO (%L)',
        'request_log_entry_' || to_char(today + make_interval(days => day), 'YYYYMMDD'), starts, ends);
    END IF;
  END LOOP;
END $$;
SELECT rotate_request_log(now());

CREATE TABLE retention_progress (
  task text NOT NULL,
  done_until text NOT NULL,
  CONSTRAINT retention_progress_pkey PRIMARY KEY (task)
);

-- One row, which the readiness probe writes to see that the database takes writes.
CREATE TABLE write_check (
  id smallint NOT NULL,
  written_at timestamptz(3) NOT NULL,
  CONSTRAINT write_check_pkey PRIMARY KEY (id)
);
