-- What an option asks for is frozen with it: the approvals that stood before its signature when it was offered.
ALTER TABLE "payment_option" ADD COLUMN "approvals" DECIMAL(78,0)[] NOT NULL DEFAULT ARRAY[]::DECIMAL(78,0)[];

-- What a collection may have to wait for.
ALTER TABLE "payment_attempt"
  ADD COLUMN "approval_hashes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "approval_nonce" BIGINT,
  ADD COLUMN "awaits" BOOLEAN NOT NULL DEFAULT false;

-- Only Permit2 needs an allowance, and it takes two approves at most: one back to zero and one to the amount.
ALTER TABLE payment_option ADD CONSTRAINT payment_option_approvals_permit2 CHECK (
  cardinality(approvals) = 0
  OR (method = 'permit2' AND cardinality(approvals) <= 2 AND approvals[cardinality(approvals)] >= amount));

-- A collection that has been put on the relay's list waits for nothing.
ALTER TABLE payment_attempt ADD CONSTRAINT payment_attempt_awaits_received CHECK (NOT awaits OR state = 'received');

-- The work list of what waits; jobs may be lost, rows are not.
CREATE INDEX payment_attempt_awaiting ON payment_attempt (created_at) WHERE awaits;
