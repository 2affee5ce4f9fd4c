-- Reads the table without the lock of the migration before.
ALTER TABLE wallet_transfer VALIDATE CONSTRAINT wallet_transfer_finding;
