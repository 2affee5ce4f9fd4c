import { createHash } from "node:crypto";

/** A row to be inserted, or a statement. */
export type Step = readonly [table: string, row: Row] | string;
export type Row = Readonly<Record<string, unknown>>;

export const at = "2026-11-21T12:00:00.000Z";
export const later = "2026-11-21T12:15:00.000Z";
export const hash = (digits: string) => `0x${digits.repeat(32)}`;
const ids = { partner_id: "prt_1", merchant_id: "mrch_1" };

export const partner = { id: "prt_2", name: "Another" };
export const apiKey = { id: "key_1", partner_id: "prt_1", name: "k", secret_hash: Buffer.alloc(32, 1), hint: "abcd" };
export const open = {
  id: "pay_2",
  ...ids,
  reference_id: "r",
  unit: "iso4217/USD",
  value: 1_250,
  fee_currency: "USD",
  fee_fixed: 10,
  fee_ppm: 4_000,
  created_at: at,
  updated_at: at,
  expires_at: later,
  fiat_currency: "USD",
  fiat_value: 1_250,
  amount_rank: 12_500_000,
  fee_total: 15,
};
export const processing = {
  ...open,
  status: "processing",
  buyer_account: "eip155:1:0x1",
  token_asset: "eip155:1/erc20:0x2",
  token_amount: 100,
  token_fee: 1,
};
export const succeeded = { ...processing, status: "succeeded", succeeded_at: later, tx_hash: hash("aa") };
export const settled = { ...succeeded, settled_at: later, settlement_tx_hash: hash("bb") };
export const failed = { ...open, status: "failed", failure_code: "declined_user" };
export const cancelled = { ...open, status: "cancelled", cancelled_at: later, cancelled_reason: "cancelled_by_user" };
export const expired = { ...open, status: "expired" };
export const customer = {
  ...ids,
  buyer_account: "eip155:1:0x1",
  token_asset: "eip155:1/erc20:0x2",
  status: "succeeded",
  payments: 1,
};
export const customerDay = {
  partner_id: "prt_1",
  buyer_account: "eip155:1:0x1",
  day: "2026-11-21",
  payments: 1,
  previous_day: "2026-11-20",
};
export const event = { payment_id: "pay_1", version: 1, type: "confirmed", data: "{}", created_at: at };
export const publicEvent = { id: "evt_1", partner_id: "prt_1", type: "api_key.created", data: "{}", created_at: at };
export const paymentEvent = {
  ...publicEvent,
  ...ids,
  type: "payment.created",
  data: null,
  payment_id: "pay_1",
  payment_version: 0,
};
export const endpoint = {
  id: "whe_1",
  partner_id: "prt_1",
  url: "https://shop.example/hooks",
  api_version: "2026-02-18",
  secret_key_id: "k",
  secret: Buffer.alloc(1),
  created_at: at,
  updated_at: at,
};
export const rotated = { ...endpoint, old_secret_key_id: "k", old_secret: Buffer.alloc(1), old_secret_until: later };
export const delivery = {
  endpoint_id: "whe_1",
  event_id: "evt_1",
  partner_id: "prt_1",
  subject: "pay_1",
  queued_at: at,
  next_attempt_at: at,
};
export const replay = {
  id: "whr_1",
  endpoint_id: "whe_1",
  partner_id: "prt_1",
  kind: "failed",
  after_event_id: "evt_0",
  until_event_id: "evt_1",
  created_at: at,
};
export const option = {
  id: "opt_1",
  payment_id: "pay_1",
  account: "eip155:1:0x1",
  chain_id: 1,
  token: "0x2",
  buyer: "0x1",
  amount: 100,
  fee: 1,
  method: "eip3009",
  domain_name: "USD Coin",
  domain_version: "2",
  submitter: "0x3",
  nonce: hash("ab"),
  valid_before: 1_795_263_600,
  expires_at: later,
  created_at: at,
  router: "0x7",
  recipient: "0x4",
  fee_recipient: "0x5",
  is_held: false,
};
export const alarm = {
  kind: "chain_down",
  subject: "8453",
  level: "error",
  message: "down",
  facts: "{}",
  is_event: false,
  source: "a",
  count: 1,
  first_seen_at: at,
  last_seen_at: at,
  quiet_at: later,
  notified_at: at,
};
export const bookAccount = {
  chain_id: 1,
  address: "0x3",
  asset: "eip155:1/erc20:0x2",
  role: "relayer",
  since_block: 1,
  opening_balance: 5,
};
export const walletTransfer = {
  id: 1,
  chain_id: 1,
  direction: "in",
  address: "0x3",
  counterparty: "0x9",
  role: "relayer",
  token: "0x2",
  amount: 5,
  tx_hash: hash("aa"),
  log_index: 0,
  block_number: 1,
  state: "pending",
};
export const keptTransfer = { ...walletTransfer, state: "kept", note: "ours", resolved_by: "test" };
export const ownerTransfer = {
  chain_id: 1,
  tx_hash: hash("ee"),
  log_index: 0,
  token: "0x2",
  sender: "0x3",
  recipient: "0x4",
  amount: 5,
  payouts: 1,
  reason: "from the safe",
  made_by: "test",
};
export const topUp = {
  kind: "top_up",
  asset: "eip155:1/native",
  amount: 5,
  debit: "treasury:1:0x3",
  credit: "operator",
  block_number: 1,
};
export const foreignGas = {
  ...topUp,
  kind: "foreign_gas",
  debit: "gas",
  credit: "treasury:1:0x3",
  chain_id: 1,
  wallet: "0x3",
  nonce: 7,
};
export const movement = {
  id: "mov_1",
  kind: "sweep",
  chain_id: 1,
  wallet: "0x3",
  asset: "eip155:1/erc20:0x2",
  amount: 5,
  destination: "0x9",
  reason: "cold storage",
  ordered_by: "test",
  since_block: 1,
};
const ended = { tx_hash: hash("ab"), block_number: 2, moved: 5, ended_at: later };
export const finalMovement = { ...movement, ...ended, state: "final" };
export const failedMovement = { ...movement, state: "failed", failure: "it reverted", ended_at: later };
export const returning = { ...movement, kind: "return", wallet_transfer_id: 1 };
export const toFinal = `UPDATE movement SET state = 'final', tx_hash = '0x1', block_number = 2, moved = 5, ended_at = '${later}'`;
export const movementEntry = {
  ...topUp,
  kind: "movement",
  debit: "operator:1",
  credit: "treasury:1:0x3",
  movement_id: "mov_1",
};
export const posting = {
  partner_id: "prt_1",
  payment_id: "pay_1",
  at: later,
  token_asset: "eip155:1/erc20:0x2",
  fiat_currency: "USD",
  value: 5,
};
export const correction = { ...topUp, kind: "correction", block_number: null, note: "counted twice", made_by: "test" };
export const receivedEntry = { ...topUp, kind: "received", credit: "suspense:received", wallet_transfer_id: 1 };
export const keptEntry = {
  ...receivedEntry,
  kind: "kept",
  debit: "suspense:received",
  credit: "surplus",
  block_number: null,
};
export const permit2Option = { ...option, method: "permit2", domain_name: null, domain_version: null };
export const otherOption = { ...option, id: "opt_2", nonce: hash("ac") };
export const attempt = {
  id: "att_1",
  payment_id: "pay_1",
  option_id: "opt_1",
  signature: "0x",
  created_at: at,
  updated_at: at,
};
/** It takes transfers for an hour after its expiry. */
export const taking = { ...open, deposit_until: "2026-11-21T13:15:00.000Z" };
/** Processing by a transfer, whose sender may be an exchange. */
export const deposited = {
  ...processing,
  ...taking,
  status: "processing",
  has_deposit_address: true,
  buyer_account: null,
};
export const depositAddress = {
  address: "0x9",
  payment_id: "pay_1",
  chain_id: 1,
  token: "0x2",
  number: 1,
  factory: "0x8",
  terms_id: hash("ab"),
  recipient: "0x4",
  amount: 100,
  fee: 1,
  fee_recipient: "0x5",
  submitter: "0x3",
  open_after: 1_795_263_600,
  since_block: 1,
  payable_until: later,
  created_at: at,
};
export const depositTransfer = {
  chain_id: 1,
  tx_hash: hash("aa"),
  log_index: 0,
  address: "0x9",
  sender: "0x6",
  amount: 100,
  block_number: 2,
  block_time: at,
  created_at: at,
};
export const depositException = {
  id: "dex_1",
  payment_id: "pay_1",
  partner_id: "prt_1",
  merchant_id: "mrch_1",
  address: "0x9",
  asset: "eip155:1/erc20:0x2",
  kind: "late",
  amount: 100,
  created_at: at,
  updated_at: at,
};
/** It collects the deposit address. */
export const paying = { ...attempt, id: "att_3", option_id: null, deposit_address: "0x9" };
export const otherAttempt = { ...attempt, id: "att_2", option_id: "opt_2" };
export const transfer = {
  payment_id: "pay_1",
  kind: "collection",
  chain_id: 1,
  token: "0x2",
  tx_hash: hash("aa"),
  log_index: 0,
  block_number: 1,
  sender: "0x1",
  recipient: "0x7",
  amount: 100,
  created_at: at,
};
/** Transfers of the router, in the transaction of the collection. */
export const forwarded = { ...transfer, kind: "settlement", sender: "0x7", recipient: "0x4", amount: 99 };
export const held = { ...forwarded, kind: "held", recipient: "0x3" };
export const feeSent = { ...forwarded, kind: "fee", recipient: "0x5", amount: 1 };
export const payout = {
  payment_id: "pay_1",
  ...ids,
  asset: "eip155:1/erc20:0x2",
  destination: "eip155:1:0x4",
  treasury: "0x3",
  amount: 99,
  fee: 1,
  created_at: at,
  updated_at: at,
};
export const bulkPayout = {
  id: "bulk_1",
  ...ids,
  asset: "eip155:1/erc20:0x2",
  destination: "eip155:1:0x4",
  payouts: 2,
  amount: 198,
  created_at: at,
  updated_at: at,
};
export const collected = {
  kind: "collected",
  asset: "eip155:1/erc20:0x2",
  amount: 100,
  debit: "router:1:0x7",
  credit: "buyers",
  payment_id: "pay_2",
  tx_hash: hash("aa"),
  block_number: 1,
};
export const owedEntry = {
  kind: "owed",
  asset: "eip155:1/erc20:0x2",
  amount: 99,
  debit: "buyers",
  credit: "merchant:mrch_1",
  payment_id: "pay_2",
};
export const feeEntry = { ...owedEntry, kind: "fee", amount: 1, credit: "fees:prt_1" };
export const settledEntry = { ...collected, kind: "settled", debit: "merchant:mrch_1", credit: "router:1:0x7" };
export const heldEntry = { ...collected, kind: "held", amount: 99, debit: "treasury:1:0x3", credit: "router:1:0x7" };
export const feeSentEntry = { ...heldEntry, kind: "fee_sent", amount: 1, debit: "treasury:1:0x5" };
export const gasEntry = {
  ...collected,
  kind: "gas",
  debit: "gas",
  credit: "treasury:1:0x3",
  payment_id: null,
  relay_transaction_id: 1,
};
const collection = { kind: "collection", attempt_id: "att_0" };
export const payoutOf = (attempt: number) => ({
  kind: "payout",
  attempt_id: null,
  payment_id: "pay_1",
  payout_attempt: attempt,
});
export const noop = { kind: "noop", attempt_id: null };
export const sweeping = { kind: "sweep", attempt_id: null, deposit_exception_id: "dex_1", sweep: 1 };
export const moving = { kind: "movement", attempt_id: null, movement_id: "mov_1" };
export const queued = { id: 1, chain_id: 1, wallet: "0x3", ...collection, target: "0x2", calldata: "0x" };
export const reserved = { ...queued, state: "reserved", nonce: 7, gas_limit: 60_000 };
export const mined = { ...reserved, state: "mined", mined_hash: hash("aa"), block_hash: hash("cc"), block_number: 1 };
export const gasCharge = {
  partner_id: "prt_1",
  app_id: "",
  buyer: "0x1",
  day: "2026-11-21",
  chain_id: 1,
  kind: "collection",
  attempt_id: "att_0",
  state: "reserved",
  wei: 7,
  gas: 150_000,
};
export const spentGas = { ...gasCharge, state: "spent", relay_transaction_id: 1 };
/** A refund of pay_2, requested or marked. */
export const refund = {
  id: "rfd_1",
  payment_id: "pay_2",
  ...ids,
  mode: "request",
  state: "requested",
  asset: "eip155:1/erc20:0x2",
  amount: 60,
  recipient: "eip155:1:0x1",
  token_hash: Buffer.alloc(32, 3),
  created_at: at,
  updated_at: at,
  expires_at: later,
};
export const mark = { ...refund, id: "rfd_2", mode: "mark", state: "marked", token_hash: null, expires_at: null };
export const heldRefund = {
  ...refund,
  id: "rfd_3",
  state: "processing",
  from_treasury: true,
  amount: 99,
  token_hash: null,
  expires_at: null,
};
export const refundOption = {
  ...option,
  id: "opt_3",
  payment_id: "pay_2",
  nonce: hash("ad"),
  fee: 0,
  refund_id: "rfd_1",
};
export const refundAttempt = { ...attempt, id: "att_3", payment_id: "pay_2", option_id: "opt_3", refund_id: "rfd_1" };
const ofRefund = { payment_id: "pay_2", refund_id: "rfd_1" };
export const refundCollected = { ...transfer, ...ofRefund, kind: "refund_collected", amount: 60 };
export const refundSent = { ...refundCollected, kind: "refund", sender: "0x7", recipient: "0x1" };
export const refundOwedEntry = {
  ...owedEntry,
  ...ofRefund,
  kind: "refund_owed",
  debit: "merchant:mrch_1",
  credit: "buyers",
};
export const refundCollectedEntry = { ...collected, ...ofRefund, kind: "refund_collected", credit: "merchant:mrch_1" };
export const refundedEntry = { ...collected, ...ofRefund, kind: "refunded", debit: "buyers", credit: "router:1:0x7" };
export const refundEntries = [refundOwedEntry, refundCollectedEntry, refundedEntry];
export const paid: Step = ["payment", succeeded];
export const requested: Step[] = [paid, ["refund", refund]];
export const relaySubmission = {
  chain_id: 1,
  hash: hash("aa"),
  relay_transaction_id: 1,
  raw: "0x",
  max_fee_per_gas: 1,
};
export const wallet = { chain_id: 1, address: "0x3", next_nonce: 7 };
export const quarantined = { ...wallet, quarantined_at: at, unknown_from: 5 };
export const unknown = {
  chain_id: 1,
  wallet: "0x3",
  nonce: 5,
  tx_hash: hash("aa"),
  block_number: 1,
  attribution: "unknown",
  detail: "another call",
};
export const settlement = {
  id: "crypto_1",
  merchant_id: "mrch_1",
  asset: "eip155:1/erc20:0x2",
  destination: "eip155:1:0x4",
  created_at: at,
  updated_at: at,
};
export const merchant = { id: "mrch_2", partner_id: "prt_1", name: "M", email: "m", created_at: at, updated_at: at };
export const fiat = {
  id: "fiat_1",
  merchant_id: "mrch_1",
  status: "active",
  bank_type: "iban",
  currency: "EUR",
  holder_name: "Lumen GmbH",
  account_ending: "3000",
  created_at: at,
  updated_at: at,
};
export const app = { id: "app_1", partner_id: "prt_1", name: "Wallet" };
export const picture = Buffer.from("picture");
export const named = (bytes: Buffer) => ({
  sha256: createHash("sha256").update(bytes).digest("hex"),
  media_type: "image/png",
  bytes,
  width: 500,
  height: 4_096,
  created_at: at,
});
export const logo = named(picture);
export const policy = {
  partner_id: "prt_1",
  provider_name: "Acme",
  terms_url: "https://a.example/t",
  updated_at: at,
  privacy_url: "https://a.example/p",
  from_currency: null,
  from_value: null,
};
export const submission = {
  id: "sub_1",
  partner_id: "prt_1",
  payment_id: "pay_1",
  accounts: ["eip155:1:0x1"],
  key_id: "ab".repeat(8),
  sealed: Buffer.alloc(29),
  created_at: at,
  expires_at: later,
};
export const user = { id: "usr_1", partner_id: "prt_1", email: "a@b.example", password_hash: "x", role: "owner" };
export const savedView = { id: "view_1", user_id: "usr_1", name: "Open", filter: "{}", created_at: at };
export const invitation = {
  id: "inv_1",
  partner_id: "prt_1",
  email: "a@b.example",
  role: "viewer",
  created_at: at,
  expires_at: later,
};
export const emailToken = {
  token_hash: Buffer.alloc(32, 2),
  purpose: "sign_up",
  email: "a@b.example",
  created_at: at,
  expires_at: later,
};
