-- The options of a buyer, for the sum of what a buyer has promised. Since the unique index lost its token and buyer, each confirm
-- would read the options of all buyers.
CREATE INDEX CONCURRENTLY "payment_option_buyer_idx" ON "payment_option"("buyer");
