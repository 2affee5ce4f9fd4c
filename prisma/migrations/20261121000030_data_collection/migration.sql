-- CreateTable
CREATE TABLE "data_collection_policy" (
    "partner_id" TEXT NOT NULL,
    "from_currency" TEXT,
    "from_value" DECIMAL(78,0),
    "provider_name" TEXT NOT NULL,
    "terms_url" TEXT NOT NULL,
    "privacy_url" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "data_collection_policy_pkey" PRIMARY KEY ("partner_id")
);

-- CreateTable
CREATE TABLE "data_submission" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "accounts" TEXT[],
    "key_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "data_submission_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "data_submission_accounts_idx" ON "data_submission" USING GIN ("accounts");

-- CreateIndex
CREATE INDEX "data_submission_payment_id_idx" ON "data_submission"("payment_id");

-- CreateIndex
CREATE INDEX "data_submission_expires_at_idx" ON "data_submission"("expires_at");

-- AddForeignKey
ALTER TABLE "data_collection_policy" ADD CONSTRAINT "data_collection_policy_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_submission" ADD CONSTRAINT "data_submission_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_submission" ADD CONSTRAINT "data_submission_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the database refuses, whoever asks.
ALTER TABLE data_collection_policy
  ADD CONSTRAINT data_collection_policy_amount CHECK (
    (from_currency IS NULL) = (from_value IS NULL) AND (from_value IS NULL OR from_value > 0)),
  ADD CONSTRAINT data_collection_policy_provider CHECK (
    provider_name <> '' AND terms_url LIKE 'https://%' AND privacy_url LIKE 'https://%');
-- Nonce and tag alone have 28 bytes. Nothing is sealed again: what the seal is bound to stands beside it.
ALTER TABLE data_submission
  ADD CONSTRAINT data_submission_is_sealed CHECK (octet_length(sealed) BETWEEN 29 AND 131072 AND key_id ~ '^[0-9a-f]{16}$'),
  ADD CONSTRAINT data_submission_accounts CHECK (cardinality(accounts) BETWEEN 1 AND 50),
  ADD CONSTRAINT data_submission_expires CHECK (expires_at > created_at);
CREATE TRIGGER data_submission_frozen BEFORE UPDATE ON data_submission FOR EACH ROW EXECUTE FUNCTION append_only();
