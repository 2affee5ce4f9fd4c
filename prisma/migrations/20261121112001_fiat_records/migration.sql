-- AlterTable
ALTER TABLE "fiat_settlement" ADD COLUMN     "account_ending" TEXT,
ADD COLUMN     "holder_name" TEXT;

-- An account's number never gets here as a whole.
ALTER TABLE fiat_settlement ADD CONSTRAINT fiat_settlement_account_ending CHECK (account_ending ~ '^[0-9A-Z]{4}$');

-- The entries of a merchant's destinations, removed ones included.
CREATE INDEX audit_entry_of_merchant ON audit_entry (partner_id, (coalesce(after, before) ->> 'merchant_id'))
  WHERE coalesce(after, before) ->> 'merchant_id' IS NOT NULL;
