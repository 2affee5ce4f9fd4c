-- By themselves: reads the table under a lock that stops neither reads nor writes.
ALTER TABLE relay_transaction VALIDATE CONSTRAINT relay_transaction_movement_id_fkey;
ALTER TABLE relay_transaction VALIDATE CONSTRAINT relay_transaction_reference;
ALTER TABLE relay_transaction VALIDATE CONSTRAINT relay_transaction_value;
