-- No statement reads it: the block's number and the transaction's hash name the log.
ALTER TABLE "chain_transfer" ALTER COLUMN "block_hash" DROP NOT NULL;
