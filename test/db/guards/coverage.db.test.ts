import { expect, test } from "vitest";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";

const { query } = guardedDatabase();

test("every before-trigger and every partial unique index of the database is covered in this folder", async () => {
  const triggers = await query<{ name: string }>(`SELECT tgname AS name FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT tgisinternal AND n.nspname = 'public' AND tgtype & 2 = 2 ORDER BY tgname`);
  expect(triggers.rows.map(({ name }) => name)).toEqual([
    "audit_entry_kept",
    "audit_entry_not_truncated",
    "bulk_payout_guard",
    "bulk_payout_kept",
    "bulk_payout_not_truncated",
    "buyer_data_submission_frozen",
    "chain_transfer_append_only",
    "chain_transfer_not_truncated",
    "chain_transfer_part",
    "event_append_only",
    "ledger_entry_append_only",
    "ledger_entry_not_truncated",
    "logo_frozen",
    "movement_guard",
    "movement_kept",
    "movement_not_truncated",
    "operator_audit_entry_append_only",
    "operator_audit_entry_not_truncated",
    "outflow_day_guard",
    "owner_transfer_append_only",
    "owner_transfer_guard",
    "owner_transfer_not_truncated",
    "partner_mode_guard",
    "payment_event_append_only",
    "payment_event_not_truncated",
    "payment_guard",
    "payment_not_truncated",
    "payment_option_frozen",
    "payout_guard",
    "payout_kept",
    "payout_not_truncated",
    "refund_guard",
    "refund_kept",
    "refund_not_truncated",
    "refund_posting_append_only",
    "relay_guard",
    "relay_submission_kept",
    "relay_submission_not_truncated",
    "relay_transaction_kept",
    "relay_transaction_not_truncated",
    "relayer_wallet_guard",
    "removed_transaction_guard",
    "unknown_transaction_kept",
    "unknown_transaction_not_truncated",
    "wallet_entry_append_only",
    "wallet_entry_not_truncated",
    "wallet_transfer_guard",
    "wallet_transfer_not_truncated",
    "wallet_transfer_returns",
  ]);
  const indexes = await query<{ name: string }>(`SELECT indexrelid::regclass::text AS name FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND indisunique AND indpred IS NOT NULL`);
  expect(indexes.rows.map(({ name }) => name).sort()).toEqual([
    "alarm_open",
    "bulk_payout_running",
    "chain_transfer_payment_id_kind_key",
    "chain_transfer_refund_id_kind_key",
    "event_of_payment",
    "gas_charge_payment_id_payout_attempt_key",
    "gas_charge_relay_transaction_id_key",
    "invitation_open",
    "ledger_entry_payment_id_kind_key",
    "ledger_entry_refund_id_kind_key",
    "ledger_entry_relay_transaction_id_key",
    "movement_returns_once",
    "payment_attempt_one_live",
    "payment_attempt_one_live_refund",
    "relay_transaction_attempt_key",
    "relay_transaction_movement_key",
    "relay_transaction_payout_key",
    "webhook_replay_running",
  ]);
});
