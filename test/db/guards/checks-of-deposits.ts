import type { Checks } from "#test/db/guards/checks.ts";
import {
  attempt,
  depositAddress,
  depositException,
  depositTransfer,
  hash,
  later,
  open,
  paying,
  queued,
  sweeping,
  taking,
} from "#test/db/guards/rows.ts";

/** The check constraints of deposit addresses. */
export const checksOfDeposits: Checks = {
  payment_takes_deposits_after_expiry: {
    table: "payment",
    right: [taking, open],
    wrong: [{ ...taking, deposit_until: later }],
  },
  payment_address_only_with_deposits: {
    table: "payment",
    right: [{ ...taking, has_deposit_address: true }],
    wrong: [{ ...open, has_deposit_address: true }],
  },
  deposit_address_amounts: {
    table: "deposit_address",
    right: [depositAddress, { ...depositAddress, fee: 0 }, { ...depositAddress, seen: 7, received: 7 }],
    wrong: [
      { ...depositAddress, amount: 0 },
      { ...depositAddress, fee: -1 },
      { ...depositAddress, fee: 100 },
      { ...depositAddress, seen: -1 },
      { ...depositAddress, received: -1 },
    ],
  },
  deposit_address_terms_id_is_32_bytes: {
    table: "deposit_address",
    right: [depositAddress],
    wrong: [
      { ...depositAddress, terms_id: "0xab" },
      { ...depositAddress, terms_id: depositAddress.terms_id.toUpperCase() },
    ],
  },
  deposit_address_number_positive: {
    table: "deposit_address",
    right: [{ ...depositAddress, number: 2 }],
    wrong: [{ ...depositAddress, number: 0 }],
  },
  deposit_address_is_live: {
    table: "deposit_address",
    right: [depositAddress],
    wrong: [{ ...depositAddress, chain_id: 31_337 }],
  },
  deposit_address_accepted: {
    table: "deposit_address",
    right: [depositAddress, { ...depositAddress, accepted: 2 }],
    wrong: [{ ...depositAddress, accepted: 1 }],
  },
  deposit_exception_amount_positive: {
    given: [["deposit_address", depositAddress]],
    table: "deposit_exception",
    right: [depositException],
    wrong: [
      { ...depositException, amount: 0 },
      { ...depositException, sweeps: -1 },
    ],
  },
  deposit_exception_ends: {
    given: [["deposit_address", depositAddress]],
    table: "deposit_exception",
    right: [
      depositException,
      { ...depositException, state: "accepted", ended_at: later },
      { ...depositException, state: "kept", ended_at: later, reason: "A tip." },
      { ...depositException, state: "refunded", ended_at: later, refund_tx_hash: hash("aa") },
    ],
    wrong: [
      { ...depositException, ended_at: later },
      { ...depositException, state: "accepted" },
      { ...depositException, state: "kept", ended_at: later },
      { ...depositException, state: "refunded", ended_at: later },
      { ...depositException, refund_tx_hash: hash("aa") },
    ],
  },
  relay_transaction_sweep: {
    given: [
      ["deposit_address", depositAddress],
      ["deposit_exception", depositException],
    ],
    table: "relay_transaction",
    right: [queued, { ...queued, ...sweeping }],
    wrong: [
      { ...queued, deposit_exception_id: "dex_1" },
      { ...queued, sweep: 1 },
      { ...queued, ...sweeping, sweep: null },
      { ...queued, ...sweeping, deposit_exception_id: null },
    ],
  },
  deposit_transfer_amount_positive: {
    given: [["deposit_address", depositAddress]],
    table: "deposit_transfer",
    right: [depositTransfer],
    wrong: [
      { ...depositTransfer, amount: 0 },
      { ...depositTransfer, amount: -1 },
    ],
  },
  payment_attempt_source: {
    given: [["deposit_address", depositAddress]],
    table: "payment_attempt",
    right: [paying],
    wrong: [
      { ...attempt, option_id: null },
      { ...paying, option_id: "opt_0" },
      { ...paying, signature: "0xab" },
      { ...paying, awaits: true },
    ],
  },
};
