-- Sums of the ledger by merchant, asset and month, which a worker folds from new entries (lib/domain/payments/settlements).
CREATE TABLE settlement_month (
  partner_id text NOT NULL,
  merchant_id text NOT NULL,
  asset text NOT NULL,
  month date NOT NULL,
  payments bigint NOT NULL DEFAULT 0,
  net decimal(78, 0) NOT NULL DEFAULT 0,
  fees decimal(78, 0) NOT NULL DEFAULT 0,
  payouts bigint NOT NULL DEFAULT 0,
  paid_out decimal(78, 0) NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  refunded decimal(78, 0) NOT NULL DEFAULT 0,
  CONSTRAINT settlement_month_pkey PRIMARY KEY (partner_id, merchant_id, asset, month)
);

-- How far the fold has come: entries up to ledger_id are in the sums. All entries up to next_id have been committed, or never will
-- be, once every transaction before next_xid has ended.
CREATE TABLE settlement_fold (
  id integer NOT NULL CONSTRAINT settlement_fold_pkey PRIMARY KEY,
  ledger_id bigint NOT NULL,
  next_id bigint NOT NULL,
  next_xid bigint NOT NULL
);
INSERT INTO settlement_fold VALUES (1, 0, 0, 0);
