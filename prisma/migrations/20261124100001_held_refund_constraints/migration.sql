-- By themselves: reads the tables under a lock that stops neither reads nor writes.
ALTER TABLE payout VALIDATE CONSTRAINT payout_refund_id_fkey;
ALTER TABLE refund VALIDATE CONSTRAINT refund_request_has_link;
ALTER TABLE refund VALIDATE CONSTRAINT refund_from_treasury;
ALTER TABLE ledger_entry VALIDATE CONSTRAINT ledger_entry_accounts;
