-- A wallet that can't pay for gas is not given to new payments while others can.
ALTER TABLE "relayer_wallet" ADD COLUMN "paused_at" TIMESTAMPTZ(3);

-- What of a buyer's is under way: looked up at each confirm, so that one balance is not promised twice.
CREATE INDEX payment_attempt_open ON payment_attempt (option_id) WHERE state NOT IN ('final', 'rejected');
