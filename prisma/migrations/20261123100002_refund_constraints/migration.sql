-- By themselves: reads the tables under a lock that stops neither reads nor writes.
ALTER TABLE payment VALIDATE CONSTRAINT payment_refunded_amount;
ALTER TABLE payment_option VALIDATE CONSTRAINT payment_option_refund_terms;
ALTER TABLE payment_option VALIDATE CONSTRAINT payment_option_refund_id_fkey;
ALTER TABLE payment_attempt VALIDATE CONSTRAINT payment_attempt_refund_id_fkey;
ALTER TABLE chain_transfer VALIDATE CONSTRAINT chain_transfer_refund_kinds;
ALTER TABLE chain_transfer VALIDATE CONSTRAINT chain_transfer_refund_id_fkey;
ALTER TABLE ledger_entry VALIDATE CONSTRAINT ledger_entry_on_chain;
ALTER TABLE ledger_entry VALIDATE CONSTRAINT ledger_entry_refund_kinds;
ALTER TABLE ledger_entry VALIDATE CONSTRAINT ledger_entry_accounts;

-- Payments that were marked as refunded before there were amounts. Those marked since have an amount, by the trigger.
INSERT INTO payment_stat_delta (partner_id, merchant_id, status, token_asset, fiat_currency, day, payments, revenue, refunded)
  SELECT partner_id, merchant_id, status, coalesce(token_asset, ''), fiat_currency, utc_day(created_at), 0, 0, sum(fiat_value)
  FROM payment WHERE refunded_at IS NOT NULL AND refunded_amount IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
