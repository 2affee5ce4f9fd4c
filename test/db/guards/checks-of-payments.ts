import type { Checks } from "#test/db/guards/checks.ts";
import {
  at,
  attempt,
  bulkPayout,
  cancelled,
  customer,
  customerDay,
  deposited,
  expired,
  failed,
  hash,
  heldRefund,
  later,
  mark,
  open,
  option,
  paid,
  payout,
  permit2Option,
  processing,
  refund,
  refundCollected,
  refundOption,
  refundSent,
  requested,
  settled,
  submission,
  succeeded,
  transfer,
} from "#test/db/guards/rows.ts";

/** The check constraints of payments, refunds and payouts. */
export const checksOfPayments: Checks = {
  payment_value_positive: {
    table: "payment",
    right: [open, { ...open, value: "9".repeat(78) }],
    wrong: [
      { ...open, value: 0 },
      { ...open, value: -1 },
    ],
    // No fee is below such a value; of several violated constraints Postgres names the alphabetically first.
    alsoRefusedBy: "payment_amounts_not_negative",
  },
  payment_version_not_negative: { table: "payment", right: [open], wrong: [{ ...open, version: -1 }] },
  payment_fee_not_negative: {
    table: "payment",
    right: [{ ...open, fee_fixed: 0, fee_ppm: 0 }],
    wrong: [
      { ...open, fee_fixed: -1 },
      { ...open, fee_ppm: -1 },
      { ...open, fee_ppm: 1_000_000 },
    ],
  },
  payment_expires_after_creation: { table: "payment", right: [open], wrong: [{ ...open, expires_at: at }] },
  payment_checkout_urls_together: {
    table: "payment",
    right: [{ ...open, success_url: "https://a.example", error_url: "https://b.example" }],
    wrong: [
      { ...open, success_url: "https://a.example" },
      { ...open, error_url: "https://b.example" },
    ],
  },
  payment_amounts_not_negative: {
    table: "payment",
    right: [
      { ...open, fee_total: 0, fiat_value: 0, amount_rank: 0 },
      { ...open, fee_total: 1_249 },
    ],
    wrong: [
      { ...open, fee_total: -1 },
      { ...open, fee_total: 1_250 },
      { ...open, fiat_value: -1 },
      { ...open, amount_rank: -1 },
    ],
  },
  payment_failure_code_only_if_failed: {
    table: "payment",
    right: [failed, { ...failed, failure_code: null }],
    wrong: [
      { ...open, failure_code: "declined_user" },
      { ...succeeded, failure_code: "declined_user" },
    ],
  },
  payment_cancelled_has_reason: {
    table: "payment",
    right: [cancelled],
    wrong: [
      { ...cancelled, cancelled_reason: null },
      { ...cancelled, cancelled_at: null },
      { ...cancelled, cancelled_at: null, cancelled_reason: null },
      { ...open, cancelled_at: at, cancelled_reason: "cancelled_by_user" },
      { ...open, cancelled_reason: "cancelled_by_user" },
    ],
  },
  payment_processing_has_buyer: {
    table: "payment",
    right: [processing, { ...processing, token_fee: 0 }, { ...processing, token_fee: 99 }, deposited],
    wrong: [
      { ...processing, buyer_account: null },
      { ...deposited, token_amount: null },
      { ...processing, token_asset: null },
      { ...processing, token_amount: null },
      { ...processing, token_amount: 0 },
      { ...processing, token_fee: null },
      { ...processing, token_fee: -1 },
      { ...processing, token_fee: 100 },
      { ...succeeded, buyer_account: null },
    ],
  },
  payment_buyer_has_acted: {
    table: "payment",
    right: [processing, { ...failed, buyer_account: "eip155:1:0x1" }],
    wrong: [open, expired, cancelled].map((row) => ({ ...row, buyer_account: "eip155:1:0x1" })),
  },
  payment_buyer_on_chain_of_token: {
    table: "payment",
    right: [processing, { ...open, token_asset: "eip155:1/erc20:0x2" }],
    wrong: [
      { ...processing, buyer_account: "eip155:10:0x1" },
      { ...failed, buyer_account: "eip155:8453:0x1", token_asset: "eip155:1/erc20:0x2" },
    ],
  },
  payment_customer_has_paid: {
    table: "payment_customer",
    right: [customer],
    wrong: [
      { ...customer, payments: 0 },
      { ...customer, payments: -1 },
    ],
  },
  payment_customer_day_has_paid: {
    table: "payment_customer_day",
    right: [customerDay],
    wrong: [{ ...customerDay, payments: 0 }],
  },
  payment_customer_day_goes_on: {
    table: "payment_customer_day",
    right: [customerDay, { ...customerDay, previous_day: "-infinity" }],
    wrong: [
      { ...customerDay, previous_day: "2026-11-21" },
      { ...customerDay, previous_day: "2026-11-22" },
    ],
  },
  payment_succeeded_has_transaction: {
    table: "payment",
    right: [succeeded],
    wrong: [
      { ...succeeded, tx_hash: null },
      { ...succeeded, succeeded_at: null },
      { ...processing, tx_hash: hash("aa") },
      { ...processing, succeeded_at: later },
    ],
  },
  payment_settled_only_if_succeeded: {
    table: "payment",
    right: [settled],
    wrong: [
      { ...settled, settled_at: null },
      { ...settled, settlement_tx_hash: null },
      { ...processing, settled_at: later, settlement_tx_hash: hash("bb") },
    ],
  },
  payment_refunded_only_if_succeeded: {
    table: "payment",
    right: [{ ...succeeded, refunded_at: later }],
    wrong: [
      { ...processing, refunded_at: later },
      { ...failed, refunded_at: later },
    ],
  },
  payment_option_amounts: {
    table: "payment_option",
    right: [option, { ...option, fee: 0 }],
    wrong: [
      { ...option, amount: 0, fee: 0 },
      { ...option, fee: -1 },
      { ...option, fee: 100 },
    ],
  },
  payment_option_nonce_is_32_bytes: {
    table: "payment_option",
    right: [option],
    wrong: [
      { ...option, nonce: "0xab" },
      { ...option, nonce: `${hash("ab")}ab` },
      { ...option, nonce: hash("AB") },
      { ...option, nonce: "ab".repeat(33) },
    ],
  },
  payment_option_eip3009_has_domain: {
    table: "payment_option",
    right: [option, { ...option, method: "permit2", domain_name: null, domain_version: null }],
    wrong: [
      { ...option, domain_name: null },
      { ...option, domain_version: null },
    ],
  },
  payment_option_approvals_permit2: {
    table: "payment_option",
    right: [option, { ...permit2Option, approvals: "{100}" }, { ...permit2Option, approvals: "{0,100}" }],
    wrong: [
      { ...option, approvals: "{100}" },
      { ...permit2Option, approvals: "{99}" },
      { ...permit2Option, approvals: "{100,0}" },
      { ...permit2Option, approvals: "{0,0,100}" },
    ],
  },
  payment_attempt_awaits_received: {
    table: "payment_attempt",
    // A valid one needs an option too: see the attempts below.
    right: [],
    wrong: ["submitted", "mined", "final", "rejected", "reorged"].map((state) => ({ ...attempt, state, awaits: true })),
  },
  chain_transfer_amount_positive: {
    table: "chain_transfer",
    right: [transfer],
    wrong: [
      { ...transfer, amount: 0 },
      { ...transfer, amount: -1 },
    ],
  },
  payout_amounts: {
    table: "payout",
    right: [payout, { ...payout, fee: 0 }],
    wrong: [
      { ...payout, amount: 0 },
      { ...payout, fee: -1 },
    ],
  },
  payout_held_has_no_destination: {
    table: "payout",
    right: [{ ...payout, state: "held", destination: null }],
    wrong: [
      { ...payout, state: "held" },
      { ...payout, destination: null },
      { ...payout, state: "final", destination: null },
    ],
  },
  payout_gas_accepted: {
    table: "payout",
    right: [payout, { ...payout, gas_accepted: 0 }],
    wrong: [{ ...payout, gas_accepted: -1 }],
  },
  payout_failed_has_reason: {
    table: "payout",
    right: [{ ...payout, state: "failed", failure: "reverted" }],
    wrong: [
      { ...payout, state: "failed" },
      { ...payout, failure: "reverted" },
    ],
  },
  bulk_payout_of_something: {
    table: "bulk_payout",
    right: [bulkPayout, { ...bulkPayout, opened: 2 }],
    wrong: [
      { ...bulkPayout, payouts: 0 },
      { ...bulkPayout, amount: 0 },
      { ...bulkPayout, opened: -1 },
    ],
  },
  bulk_payout_stopped_has_reason: {
    table: "bulk_payout",
    right: [bulkPayout, { ...bulkPayout, state: "stopped", reason: "the destination changed" }],
    wrong: [
      { ...bulkPayout, state: "stopped" },
      { ...bulkPayout, reason: "the destination changed" },
    ],
  },
  payout_attempt_positive: {
    table: "payout",
    right: [{ ...payout, attempt: 2 }],
    wrong: [{ ...payout, attempt: 0 }],
  },
  refund_amount_positive: {
    given: [paid],
    table: "refund",
    right: [refund, mark],
    wrong: [
      { ...refund, amount: 0 },
      { ...refund, amount: -1 },
    ],
  },
  refund_token_hash_is_sha256: {
    given: [paid],
    table: "refund",
    right: [refund],
    wrong: [{ ...refund, token_hash: Buffer.alloc(31) }],
  },
  refund_from_treasury: {
    given: [paid],
    table: "refund",
    right: [refund, heldRefund],
    wrong: [
      { ...heldRefund, state: "requested" },
      { ...mark, from_treasury: true },
    ],
  },
  refund_mode_and_state: {
    given: [paid],
    table: "refund",
    right: [refund, mark],
    wrong: [
      { ...refund, state: "marked" },
      { ...mark, state: "requested" },
    ],
  },
  refund_request_has_link: {
    given: [paid],
    table: "refund",
    right: [refund, mark, heldRefund],
    wrong: [
      { ...heldRefund, expires_at: later },
      { ...heldRefund, from_treasury: false },
      { ...refund, token_hash: null },
      { ...refund, expires_at: null },
      { ...mark, expires_at: later },
    ],
  },
  refund_expires_after_creation: {
    given: [paid],
    table: "refund",
    right: [refund],
    wrong: [{ ...refund, expires_at: at }],
  },
  refund_succeeded_has_transaction: {
    given: [paid],
    table: "refund",
    right: [refund, { ...refund, state: "succeeded", tx_hash: hash("aa") }],
    wrong: [
      { ...refund, tx_hash: hash("aa") },
      { ...refund, state: "succeeded" },
    ],
  },
  payment_refunded_amount: {
    table: "payment",
    right: [
      succeeded,
      { ...succeeded, refunded_amount: 1 },
      { ...succeeded, refunded_amount: 100, refunded_at: later },
    ],
    wrong: [
      { ...succeeded, refunded_amount: 0 },
      { ...succeeded, refunded_amount: 101 },
      { ...processing, refunded_amount: 1 },
    ],
  },
  payment_option_refund_terms: {
    given: requested,
    table: "payment_option",
    right: [refundOption, option],
    wrong: [
      { ...refundOption, fee: 1 },
      { ...refundOption, is_held: true },
    ],
  },
  chain_transfer_refund_kinds: {
    given: requested,
    table: "chain_transfer",
    right: [transfer, refundCollected, refundSent],
    wrong: [
      { ...transfer, refund_id: "rfd_1" },
      { ...refundSent, refund_id: null },
    ],
  },
  buyer_data_submission_is_sealed: {
    table: "buyer_data_submission",
    right: [submission, { ...submission, sealed: Buffer.alloc(131_072) }],
    wrong: [
      { ...submission, sealed: Buffer.alloc(28) },
      { ...submission, sealed: Buffer.alloc(131_073) },
      { ...submission, key_id: "" },
      { ...submission, key_id: "AB".repeat(8) },
    ],
  },
  buyer_data_submission_accounts: {
    table: "buyer_data_submission",
    right: [submission, { ...submission, accounts: Array(50).fill("eip155:1:0x1") }],
    wrong: [
      { ...submission, accounts: [] },
      { ...submission, accounts: Array(51).fill("eip155:1:0x1") },
    ],
  },
  buyer_data_submission_expires: {
    table: "buyer_data_submission",
    right: [submission],
    wrong: [{ ...submission, expires_at: at }],
  },
};
