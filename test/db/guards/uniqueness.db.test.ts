import { describe, expect, test } from "vitest";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";
import {
  alarm,
  apiKey,
  bulkPayout,
  collected,
  delivery,
  depositAddress,
  depositException,
  endpoint,
  failedMovement,
  finalMovement,
  gasCharge,
  gasEntry,
  hash,
  invitation,
  later,
  movement,
  moving,
  open,
  option,
  paymentEvent,
  payout,
  payoutOf,
  publicEvent,
  queued,
  refundCollected,
  refundedEntry,
  replay,
  requested,
  reserved,
  returning,
  type Step,
  settlement,
  spentGas,
  sweeping,
  transfer,
  user,
  walletTransfer,
} from "#test/db/guards/rows.ts";

const { refusal } = guardedDatabase();

const refundedException = { ...depositException, state: "refunded", ended_at: later, refund_tx_hash: hash("aa") };

describe("there is one", () => {
  const otherPayment: Step = ["payment", open];

  test.for<[string, Step[], string]>([
    [
      "payment for each log of a chain, whatever the payment",
      [otherPayment, ["chain_transfer", transfer], ["chain_transfer", { ...transfer, payment_id: "pay_2" }]],
      "chain_transfer_chain_id_tx_hash_log_index_kind_part_key",
    ],
    [
      "collection for each payment, whatever the transaction",
      [
        ["chain_transfer", transfer],
        ["chain_transfer", { ...transfer, tx_hash: hash("dd") }],
      ],
      "chain_transfer_payment_id_kind_key",
    ],
    [
      "transfer of each kind for each refund",
      [
        ...requested,
        ["payment", { ...open, id: "pay_3" }],
        ["chain_transfer", refundCollected],
        ["chain_transfer", { ...refundCollected, payment_id: "pay_3", tx_hash: hash("dd") }],
      ],
      "chain_transfer_refund_id_kind_key",
    ],
    [
      "entry of each kind for each refund",
      [
        ["ledger_entry", refundedEntry],
        ["ledger_entry", { ...refundedEntry, payment_id: "pay_9", tx_hash: hash("dd") }],
      ],
      "ledger_entry_refund_id_kind_key",
    ],
    [
      "option for each nonce on a chain",
      [otherPayment, ["payment_option", option], ["payment_option", { ...option, id: "opt_2", payment_id: "pay_2" }]],
      "payment_option_nonce_key",
    ],
    [
      "open alarm for each kind and subject",
      [
        ["alarm", { ...alarm, resolved_at: later }],
        ["alarm", { ...alarm, subject: "137" }],
        ["alarm", alarm],
        ["alarm", { ...alarm, source: "another process" }],
      ],
      "alarm_open",
    ],
    [
      "running bulk payout for each merchant and asset",
      [
        ["bulk_payout", { ...bulkPayout, state: "completed" }],
        ["bulk_payout", { ...bulkPayout, id: "bulk_2" }],
        ["bulk_payout", { ...bulkPayout, id: "bulk_3", asset: "eip155:1/erc20:0x5" }],
        ["bulk_payout", { ...bulkPayout, id: "bulk_4", destination: "eip155:1:0x9" }],
      ],
      "bulk_payout_running",
    ],
    [
      "payout for each payment",
      [
        ["payout", payout],
        ["payout", payout],
      ],
      "payout_pkey",
    ],
    [
      "entry of each kind for each payment",
      [
        ["ledger_entry", collected],
        ["ledger_entry", { ...collected, tx_hash: hash("dd"), amount: 5 }],
      ],
      "ledger_entry_payment_id_kind_key",
    ],
    [
      "entry for what each relay transaction cost",
      [
        ["ledger_entry", gasEntry],
        ["ledger_entry", gasEntry],
      ],
      "ledger_entry_relay_transaction_id_key",
    ],
    [
      "charge for the gas of each relay transaction",
      [
        ["gas_charge", spentGas],
        ["gas_charge", { ...spentGas, kind: "deployment" }],
      ],
      "gas_charge_relay_transaction_id_key",
    ],
    [
      "charge for each kind of transaction of an attempt",
      [
        ["gas_charge", gasCharge],
        ["gas_charge", { ...gasCharge, kind: "deployment" }],
        ["gas_charge", { ...gasCharge, wei: 9 }],
      ],
      "gas_charge_attempt_id_kind_key",
    ],
    [
      "collection for each attempt",
      [
        ["relay_transaction", queued],
        ["relay_transaction", { ...queued, id: 2, wallet: "0x4", kind: "deployment" }],
        ["relay_transaction", { ...queued, id: 3, wallet: "0x4" }],
      ],
      "relay_transaction_attempt_key",
    ],
    [
      "deployment for each attempt",
      [
        ["relay_transaction", { ...queued, kind: "deployment" }],
        ["relay_transaction", { ...queued, id: 2, wallet: "0x4", kind: "deployment" }],
      ],
      "relay_transaction_attempt_key",
    ],
    [
      "transaction for each attempt of a payout",
      [
        ["payout", payout],
        ["relay_transaction", { ...queued, ...payoutOf(1) }],
        ["relay_transaction", { ...queued, id: 2, ...payoutOf(2) }],
        ["relay_transaction", { ...queued, id: 3, wallet: "0x4", ...payoutOf(2) }],
      ],
      "relay_transaction_payout_key",
    ],
    [
      "transaction for each movement",
      [
        ["movement", movement],
        ["relay_transaction", { ...queued, ...moving, state: "displaced", nonce: 7, gas_limit: 1 }],
        ["relay_transaction", { ...queued, id: 2, ...moving }],
        ["relay_transaction", { ...queued, id: 3, wallet: "0x4", ...moving }],
      ],
      "relay_transaction_movement_key",
    ],
    [
      "movement for each transaction on chain",
      [
        ["movement", finalMovement],
        ["movement", { ...finalMovement, id: "mov_2" }],
      ],
      "movement_chain_id_tx_hash_key",
    ],
    [
      "movement that returns a transfer, unless one failed",
      [
        ["wallet_transfer", { ...walletTransfer, state: "open" }],
        ["movement", { ...failedMovement, kind: "return", wallet_transfer_id: 1 }],
        ["movement", { ...returning, id: "mov_2" }],
        ["movement", { ...returning, id: "mov_3" }],
      ],
      "movement_returns_once",
    ],
    [
      "relay transaction for each nonce of a wallet on a chain",
      [
        ["payout", payout],
        ["relay_transaction", reserved],
        ["relay_transaction", { ...reserved, id: 2, ...payoutOf(1) }],
      ],
      "relay_transaction_chain_id_wallet_nonce_key",
    ],
    [
      "settlement for each asset of a merchant",
      [
        ["settlement_destination", settlement],
        ["settlement_destination", { ...settlement, id: "crypto_2", destination: "eip155:1:0x5" }],
      ],
      "settlement_destination_merchant_id_asset_key",
    ],
    [
      "key for each secret",
      [
        ["api_key", apiKey],
        ["api_key", { ...apiKey, id: "key_2" }],
      ],
      "api_key_secret_hash_key",
    ],
    [
      "event of a type for each version of a payment",
      [
        ["event", paymentEvent],
        ["event", { ...paymentEvent, id: "evt_2", payment_version: 1 }],
        ["event", { ...paymentEvent, id: "evt_3", type: "payment.expired" }],
        ["event", { ...paymentEvent, id: "evt_4" }],
      ],
      "event_of_payment",
    ],
    [
      "event for each id",
      [
        ["event", publicEvent],
        ["event", publicEvent],
      ],
      "event_pkey",
    ],
    [
      "delivery of an event to an endpoint",
      [
        ["webhook_delivery", delivery],
        ["webhook_delivery", delivery],
      ],
      "webhook_delivery_pkey",
    ],
    [
      "running replay of an endpoint",
      [
        ["webhook_endpoint", endpoint],
        ["webhook_replay", replay],
        ["webhook_replay", { ...replay, id: "whr_2", state: "completed", finished_at: later }],
        ["webhook_replay", { ...replay, id: "whr_3" }],
      ],
      "webhook_replay_running",
    ],
    [
      "open case for what is at an address in an asset",
      [
        ["deposit_address", depositAddress],
        ["deposit_exception", { ...depositException, state: "accepted", ended_at: later }],
        ["deposit_exception", { ...depositException, id: "dex_2" }],
        ["deposit_exception", { ...depositException, id: "dex_3", state: "sweeping" }],
      ],
      "deposit_exception_at_address",
    ],
    [
      "case that a transfer refunds",
      [
        ["deposit_address", depositAddress],
        ["deposit_exception", refundedException],
        ["deposit_exception", { ...refundedException, id: "dex_2" }],
      ],
      "deposit_exception_asset_refund_tx_hash_key",
    ],
    [
      "transaction for each sweep of an exception",
      [
        ["deposit_address", depositAddress],
        ["deposit_exception", depositException],
        ["relay_transaction", { ...queued, ...sweeping }],
        ["relay_transaction", { ...queued, ...sweeping, id: 2, sweep: 2 }],
        ["relay_transaction", { ...queued, ...sweeping, id: 3 }],
      ],
      "relay_transaction_sweep_key",
    ],
    [
      "user for each email",
      [
        ["user", user],
        ["user", { ...user, id: "usr_2" }],
      ],
      "user_email_key",
    ],
    [
      "open invitation of a partner for each email",
      [
        ["invitation", invitation],
        ["invitation", { ...invitation, id: "inv_2", revoked_at: later }],
        ["invitation", { ...invitation, id: "inv_3", accepted_at: later }],
        ["invitation", { ...invitation, id: "inv_5" }],
      ],
      "invitation_open",
    ],
  ])("%s", async ([, steps, constraint]) => {
    expect(await refusal(...steps)).toBe(constraint);
  });
});
