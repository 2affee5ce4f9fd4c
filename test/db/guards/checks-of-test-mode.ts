import type { Checks } from "#test/db/guards/checks.ts";
import {
  bookAccount,
  bulkPayout,
  collected,
  gasCharge,
  hash,
  heldRefund,
  invitation,
  movement,
  open,
  ownerTransfer,
  paid,
  partner,
  payout,
  processing,
  queued,
  refund,
  succeeded,
  topUp,
  transfer,
  user,
  wallet,
  walletTransfer,
} from "#test/db/guards/rows.ts";

const ofTest = { partner_id: "test_1" };
const asset = "eip155:31337/erc20:0x2";
const onTestChain = { token_asset: asset, buyer_account: "eip155:31337:0x1" };
const native = "eip155:31337/native";

/** The check constraints that keep test accounts from money, and money from test chains. */
export const checksOfTestMode: Checks = {
  partner_test_account: {
    table: "partner",
    right: [partner, { id: "test_2", name: "Test", live_account_id: "prt_1" }],
    wrong: [
      { id: "test_2", name: "Test" },
      { ...partner, live_account_id: "prt_1" },
      { id: "test_2", name: "Test", live_account_id: "test_2" },
    ],
  },
  user_of_live_account: { table: "user", right: [user], wrong: [{ ...user, ...ofTest }] },
  invitation_of_live_account: { table: "invitation", right: [invitation], wrong: [{ ...invitation, ...ofTest }] },
  payment_on_chain_of_mode: {
    table: "payment",
    right: [open, processing, { ...open, ...ofTest }, { ...processing, ...ofTest, ...onTestChain }],
    wrong: [
      { ...processing, ...ofTest },
      { ...processing, ...onTestChain },
      { ...open, ...ofTest, token_asset: "eip155:1/erc20:0x2" },
      { ...open, token_asset: asset },
    ],
  },
  refund_on_chain_of_mode: {
    given: [
      ["payment", { ...succeeded, ...ofTest, ...onTestChain }],
      ["payment", { ...succeeded, id: "pay_3" }],
    ],
    table: "refund",
    right: [
      { ...refund, ...ofTest, asset, recipient: "eip155:31337:0x1" },
      { ...refund, payment_id: "pay_3" },
    ],
    wrong: [
      { ...refund, asset },
      { ...refund, ...ofTest, payment_id: "pay_3" },
      { ...heldRefund, ...ofTest, asset },
    ],
  },
  payout_is_live: {
    table: "payout",
    right: [payout],
    wrong: [
      { ...payout, ...ofTest },
      { ...payout, asset },
    ],
  },
  bulk_payout_is_live: {
    table: "bulk_payout",
    right: [bulkPayout],
    wrong: [
      { ...bulkPayout, ...ofTest },
      { ...bulkPayout, asset },
    ],
  },
  gas_charge_is_live: {
    table: "gas_charge",
    right: [gasCharge],
    wrong: [
      { ...gasCharge, ...ofTest },
      { ...gasCharge, chain_id: 31_337 },
    ],
  },
  chain_transfer_is_live: { table: "chain_transfer", right: [transfer], wrong: [{ ...transfer, chain_id: 31_337 }] },
  owner_transfer_is_live: {
    given: ["ALTER TABLE owner_transfer DISABLE TRIGGER USER"],
    table: "owner_transfer",
    right: [ownerTransfer],
    wrong: [{ ...ownerTransfer, chain_id: 31_337 }],
  },
  wallet_transfer_is_live: {
    table: "wallet_transfer",
    right: [walletTransfer],
    wrong: [{ ...walletTransfer, chain_id: 31_337 }],
  },
  movement_is_live: {
    table: "movement",
    right: [movement],
    wrong: [{ ...movement, chain_id: 31_337, asset }],
  },
  book_account_is_live: {
    table: "book_account",
    right: [bookAccount],
    wrong: [{ ...bookAccount, chain_id: 31_337 }],
  },
  ledger_entry_is_live: { given: [paid], table: "ledger_entry", right: [collected], wrong: [{ ...collected, asset }] },
  wallet_entry_is_live: { table: "wallet_entry", right: [topUp], wrong: [{ ...topUp, asset: native }] },
  relayer_wallet_is_live: { table: "relayer_wallet", right: [wallet], wrong: [{ ...wallet, chain_id: 31_337 }] },
  relay_transaction_is_live: {
    table: "relay_transaction",
    right: [queued],
    wrong: [{ ...queued, chain_id: 31_337, target: hash("ab") }],
  },
};
