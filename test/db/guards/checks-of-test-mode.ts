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
const onTestnet = { token_asset: "eip155:84532/erc20:0x2", buyer_account: "eip155:84532:0x1" };
const native = "eip155:31337/native";
const simulated = { chain_id: 31_337 };

/** The payout of a test payment that the router of a testnet has paid. */
const sentOnTestnet = {
  ...payout,
  ...ofTest,
  payment_id: "pay_2",
  asset: onTestnet.token_asset,
  destination: "eip155:84532:0x4",
  state: "final",
};

/** The check constraints that keep test accounts from live chains, live ones from testnets, and money from the simulated chain. */
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
    right: [
      open,
      processing,
      { ...open, ...ofTest },
      { ...processing, ...ofTest, ...onTestChain },
      { ...processing, ...ofTest, ...onTestnet },
    ],
    wrong: [
      { ...processing, ...onTestnet },
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
      ["payment", { ...succeeded, ...ofTest, ...onTestnet, id: "pay_4" }],
    ],
    table: "refund",
    right: [
      { ...refund, ...ofTest, asset, recipient: "eip155:31337:0x1" },
      { ...refund, payment_id: "pay_3" },
      { ...refund, ...ofTest, payment_id: "pay_4", asset: onTestnet.token_asset, recipient: "eip155:84532:0x1" },
    ],
    wrong: [
      { ...refund, asset },
      { ...refund, payment_id: "pay_4", asset: onTestnet.token_asset },
      { ...refund, ...ofTest, payment_id: "pay_3" },
      { ...heldRefund, ...ofTest, asset },
      { ...heldRefund, ...ofTest, payment_id: "pay_4", asset: onTestnet.token_asset },
    ],
  },
  payout_on_chain_of_mode: {
    given: [["payment", { ...succeeded, ...ofTest, ...onTestnet }]],
    table: "payout",
    right: [payout, sentOnTestnet],
    wrong: [
      { ...payout, ...ofTest },
      { ...payout, asset },
      { ...payout, asset: onTestnet.token_asset },
      { ...sentOnTestnet, asset: payout.asset },
      { ...sentOnTestnet, asset },
      { ...sentOnTestnet, state: "pending" },
      { ...sentOnTestnet, state: "held", destination: null },
    ],
  },
  bulk_payout_is_live: {
    table: "bulk_payout",
    right: [bulkPayout],
    wrong: [
      { ...bulkPayout, ...ofTest },
      { ...bulkPayout, asset },
      { ...bulkPayout, ...ofTest, asset: onTestnet.token_asset },
    ],
  },
  gas_charge_on_chain_of_mode: {
    table: "gas_charge",
    right: [gasCharge, { ...gasCharge, ...ofTest, chain_id: 84_532, attempt_id: "att_0" }],
    wrong: [
      { ...gasCharge, ...ofTest },
      { ...gasCharge, chain_id: 84_532 },
      { ...gasCharge, ...simulated },
      { ...gasCharge, ...ofTest, ...simulated },
    ],
  },
  chain_transfer_on_real_chain: { table: "chain_transfer", right: [transfer], wrong: [{ ...transfer, ...simulated }] },
  owner_transfer_on_real_chain: {
    given: ["ALTER TABLE owner_transfer DISABLE TRIGGER USER"],
    table: "owner_transfer",
    right: [ownerTransfer],
    wrong: [{ ...ownerTransfer, ...simulated }],
  },
  wallet_transfer_on_real_chain: {
    table: "wallet_transfer",
    right: [walletTransfer],
    wrong: [{ ...walletTransfer, ...simulated }],
  },
  movement_on_real_chain: { table: "movement", right: [movement], wrong: [{ ...movement, ...simulated, asset }] },
  book_account_on_real_chain: {
    table: "book_account",
    right: [bookAccount],
    wrong: [{ ...bookAccount, ...simulated }],
  },
  ledger_entry_on_real_chain: {
    given: [paid],
    table: "ledger_entry",
    right: [collected],
    wrong: [{ ...collected, asset }],
  },
  wallet_entry_on_real_chain: { table: "wallet_entry", right: [topUp], wrong: [{ ...topUp, asset: native }] },
  relayer_wallet_on_real_chain: {
    table: "relayer_wallet",
    right: [wallet, { ...wallet, chain_id: 84_532 }],
    wrong: [{ ...wallet, ...simulated }],
  },
  relay_transaction_on_real_chain: {
    table: "relay_transaction",
    right: [queued],
    wrong: [{ ...queued, ...simulated, target: hash("ab") }],
  },
};
