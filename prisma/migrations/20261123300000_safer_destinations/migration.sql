-- When the member last proved who they are in this session; null for not since the sign-in.
ALTER TABLE user_session ADD COLUMN proved_at timestamptz(3);

-- A destination that takes effect later, because the operator has set a delay.
CREATE TABLE pending_destination (
  id text NOT NULL CONSTRAINT pending_destination_pkey PRIMARY KEY,
  merchant_id text NOT NULL,
  asset text NOT NULL,
  destination text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  takes_effect_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX pending_destination_merchant_id_asset_key ON pending_destination (merchant_id, asset);
CREATE INDEX pending_destination_takes_effect_at_idx ON pending_destination (takes_effect_at);
ALTER TABLE pending_destination ADD CONSTRAINT pending_destination_merchant_id_fkey
  FOREIGN KEY (merchant_id) REFERENCES merchant (id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER pending_destination_audited AFTER INSERT OR UPDATE OR DELETE ON pending_destination
  FOR EACH ROW EXECUTE FUNCTION audit_change();

-- The assets of destinations that a merchant has removed: the next one for such an asset counts as a change, so that removing
-- a destination and adding another is no way round the delay.
CREATE TABLE removed_destination (
  merchant_id text NOT NULL,
  asset text NOT NULL,
  removed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT removed_destination_pkey PRIMARY KEY (merchant_id, asset)
);
CREATE FUNCTION remember_removed_destination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO removed_destination (merchant_id, asset) VALUES (OLD.merchant_id, OLD.asset)
    ON CONFLICT (merchant_id, asset) DO UPDATE SET removed_at = now();
  RETURN NULL;
END $$;
CREATE TRIGGER settlement_destination_removed AFTER DELETE ON settlement_destination
  FOR EACH ROW EXECUTE FUNCTION remember_removed_destination();
