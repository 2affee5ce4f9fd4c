-- Reads the rows without blocking their changes.
ALTER TABLE unknown_transaction VALIDATE CONSTRAINT unknown_transaction_resolved;
