-- CreateEnum
CREATE TYPE "collection_method" AS ENUM ('eip3009', 'permit2');

-- CreateEnum
CREATE TYPE "attempt_state" AS ENUM ('received', 'submitted', 'mined', 'final', 'rejected', 'reorged');

-- CreateEnum
CREATE TYPE "transfer_kind" AS ENUM ('collection', 'settlement');

-- CreateEnum
CREATE TYPE "payout_state" AS ENUM ('pending', 'submitted', 'final', 'failed');

-- CreateEnum
CREATE TYPE "merchant_status" AS ENUM ('active', 'inactive', 'suspended');

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('owner', 'admin', 'developer', 'viewer');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('requires_action', 'processing', 'succeeded', 'failed', 'expired', 'cancelled');

-- CreateEnum
CREATE TYPE "failure_code" AS ENUM ('declined_user');

-- CreateEnum
CREATE TYPE "cancelled_reason" AS ENUM ('cancelled_by_merchant', 'cancelled_by_user');

-- CreateEnum
CREATE TYPE "relay_state" AS ENUM ('queued', 'reserved', 'signed', 'broadcast', 'mined', 'final', 'refused');

-- CreateTable
CREATE TABLE "payment_option" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "buyer" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "fee" DECIMAL(78,0) NOT NULL,
    "method" "collection_method" NOT NULL,
    "domain_name" TEXT,
    "domain_version" TEXT,
    "treasury" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "valid_before" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_option_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_attempt" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "option_id" TEXT NOT NULL,
    "state" "attempt_state" NOT NULL DEFAULT 'received',
    "signature" TEXT NOT NULL,
    "exclude_from_relayer" JSONB,
    "app_id" TEXT,
    "client_id" TEXT,
    "rejection" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chain_transfer" (
    "id" BIGSERIAL NOT NULL,
    "payment_id" TEXT NOT NULL,
    "kind" "transfer_kind" NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chain_transfer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout" (
    "payment_id" TEXT NOT NULL,
    "state" "payout_state" NOT NULL DEFAULT 'pending',
    "asset" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "treasury" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "fee" DECIMAL(78,0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_pkey" PRIMARY KEY ("payment_id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "partner_id" TEXT NOT NULL,
    "operation_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("partner_id","operation_id","key")
);

-- CreateTable
CREATE TABLE "merchant" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "icon_url" TEXT,
    "status" "merchant_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "merchant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crypto_settlement" (
    "id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "crypto_settlement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fiat_settlement" (
    "id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "bank_type" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fiat_settlement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "service_version" TEXT NOT NULL DEFAULT '2026-02-18',
    "fee_currency" TEXT NOT NULL DEFAULT 'USD',
    "fee_fixed" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "fee_ppm" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" "user_role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "permissions" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT,
    "name" TEXT NOT NULL,
    "icon_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "reference_id" TEXT NOT NULL,
    "status" "payment_status" NOT NULL DEFAULT 'requires_action',
    "version" INTEGER NOT NULL DEFAULT 0,
    "unit" TEXT NOT NULL,
    "value" DECIMAL(78,0) NOT NULL,
    "fee_currency" TEXT NOT NULL,
    "fee_fixed" DECIMAL(78,0) NOT NULL,
    "fee_ppm" INTEGER NOT NULL,
    "success_url" TEXT,
    "error_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "failure_code" "failure_code",
    "cancelled_reason" "cancelled_reason",
    "cancelled_at" TIMESTAMPTZ(3),
    "succeeded_at" TIMESTAMPTZ(3),
    "refunded_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "buyer_account" TEXT,
    "buyer_app_id" TEXT,
    "token_asset" TEXT,
    "token_amount" DECIMAL(78,0),
    "token_fee" DECIMAL(78,0),
    "tx_hash" TEXT,
    "tx_nonce" BIGINT,
    "settlement_tx_hash" TEXT,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_event" (
    "payment_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_event_pkey" PRIMARY KEY ("payment_id","version")
);

-- CreateTable
CREATE TABLE "relayer_wallet" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "next_nonce" BIGINT NOT NULL,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "relayer_wallet_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateTable
CREATE TABLE "relay_transaction" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "state" "relay_state" NOT NULL DEFAULT 'queued',
    "target" TEXT NOT NULL,
    "calldata" TEXT NOT NULL,
    "gas_limit" BIGINT,
    "nonce" BIGINT,
    "mined_hash" TEXT,
    "block_number" BIGINT,
    "block_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "relay_transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "relay_submission" (
    "chain_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "relay_transaction_id" BIGINT NOT NULL,
    "raw" TEXT NOT NULL,
    "max_fee_per_gas" DECIMAL(78,0) NOT NULL,
    "max_priority_fee_per_gas" DECIMAL(78,0),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "broadcast_at" TIMESTAMPTZ(3),

    CONSTRAINT "relay_submission_pkey" PRIMARY KEY ("chain_id","hash")
);

-- CreateIndex
CREATE INDEX "payment_option_payment_id_idx" ON "payment_option"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_option_chain_id_token_buyer_nonce_key" ON "payment_option"("chain_id", "token", "buyer", "nonce");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempt_option_id_key" ON "payment_attempt"("option_id");

-- CreateIndex
CREATE INDEX "payment_attempt_payment_id_idx" ON "payment_attempt"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "chain_transfer_chain_id_tx_hash_log_index_key" ON "chain_transfer"("chain_id", "tx_hash", "log_index");

-- CreateIndex
CREATE UNIQUE INDEX "chain_transfer_payment_id_kind_key" ON "chain_transfer"("payment_id", "kind");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "merchant_partner_id_created_at_id_idx" ON "merchant"("partner_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "crypto_settlement_merchant_id_asset_key" ON "crypto_settlement"("merchant_id", "asset");

-- CreateIndex
CREATE INDEX "fiat_settlement_merchant_id_idx" ON "fiat_settlement"("merchant_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "user_partner_id_idx" ON "user"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_secret_hash_key" ON "api_key"("secret_hash");

-- CreateIndex
CREATE INDEX "api_key_partner_id_idx" ON "api_key"("partner_id");

-- CreateIndex
CREATE INDEX "app_partner_id_idx" ON "app"("partner_id");

-- CreateIndex
CREATE INDEX "payment_partner_id_created_at_id_idx" ON "payment"("partner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_merchant_id_created_at_id_idx" ON "payment"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "relay_transaction_purpose_key" ON "relay_transaction"("purpose");

-- CreateIndex
CREATE UNIQUE INDEX "relay_transaction_chain_id_wallet_nonce_key" ON "relay_transaction"("chain_id", "wallet", "nonce");

-- CreateIndex
CREATE INDEX "relay_submission_relay_transaction_id_idx" ON "relay_submission"("relay_transaction_id");

-- AddForeignKey
ALTER TABLE "payment_option" ADD CONSTRAINT "payment_option_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "payment_option"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chain_transfer" ADD CONSTRAINT "chain_transfer_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout" ADD CONSTRAINT "payout_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merchant" ADD CONSTRAINT "merchant_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crypto_settlement" ADD CONSTRAINT "crypto_settlement_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fiat_settlement" ADD CONSTRAINT "fiat_settlement_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app" ADD CONSTRAINT "app_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_event" ADD CONSTRAINT "payment_event_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "relay_submission" ADD CONSTRAINT "relay_submission_relay_transaction_id_fkey" FOREIGN KEY ("relay_transaction_id") REFERENCES "relay_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
