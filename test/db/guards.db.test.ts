import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";

type Row = Readonly<Record<string, unknown>>;
/** A row to be inserted, or a statement. */
type Step = readonly [table: string, row: Row] | string;

const at = "2026-11-21T12:00:00.000Z";
const later = "2026-11-21T12:15:00.000Z";
const hash = (digits: string) => `0x${digits.repeat(32)}`;
const ids = { partner_id: "prt_1", merchant_id: "mrch_1" };

const partner = { id: "prt_2", name: "Another" };
const apiKey = { id: "key_1", partner_id: "prt_1", name: "k", secret_hash: Buffer.alloc(32, 1), hint: "abcd" };
const open = {
  ...{ id: "pay_2", ...ids, reference_id: "r", unit: "iso4217/USD", value: 1_250, fee_currency: "USD", fee_fixed: 10 },
  ...{ fee_ppm: 4_000, created_at: at, updated_at: at, expires_at: later },
  ...{ fiat_currency: "USD", fiat_value: 1_250, amount_rank: 12_500_000, fee_total: 15 },
};
const processing = {
  ...{ ...open, status: "processing", buyer_account: "eip155:1:0x1", token_asset: "eip155:1/erc20:0x2" },
  ...{ token_amount: 100, token_fee: 1 },
};
const succeeded = { ...processing, status: "succeeded", succeeded_at: later, tx_hash: hash("aa") };
const settled = { ...succeeded, settled_at: later, settlement_tx_hash: hash("bb") };
const failed = { ...open, status: "failed", failure_code: "declined_user" };
const cancelled = { ...open, status: "cancelled", cancelled_at: later, cancelled_reason: "cancelled_by_user" };
const expired = { ...open, status: "expired" };
const customer = {
  ...{ ...ids, buyer_account: "eip155:1:0x1", token_asset: "eip155:1/erc20:0x2", status: "succeeded", payments: 1 },
};
const customerDay = {
  ...{ partner_id: "prt_1", buyer_account: "eip155:1:0x1", day: "2026-11-21", payments: 1, previous_day: "2026-11-20" },
};
const event = { payment_id: "pay_1", version: 1, type: "confirmed", data: "{}", created_at: at };
const publicEvent = { id: "evt_1", partner_id: "prt_1", type: "api_key.created", data: "{}", created_at: at };
const paymentEvent = {
  ...{ ...publicEvent, ...ids, type: "payment.created", data: null, payment_id: "pay_1", payment_version: 0 },
};
const endpoint = {
  ...{ id: "whe_1", partner_id: "prt_1", url: "https://shop.example/hooks", api_version: "2026-02-18" },
  ...{ secret_key_id: "k", secret: Buffer.alloc(1), created_at: at, updated_at: at },
};
const rotated = { ...endpoint, old_secret_key_id: "k", old_secret: Buffer.alloc(1), old_secret_until: later };
const delivery = {
  ...{
    endpoint_id: "whe_1",
    event_id: "evt_1",
    partner_id: "prt_1",
    subject: "pay_1",
    queued_at: at,
    next_attempt_at: at,
  },
};
const replay = {
  ...{ id: "whr_1", endpoint_id: "whe_1", partner_id: "prt_1", kind: "failed", after_event_id: "evt_0" },
  ...{ until_event_id: "evt_1", created_at: at },
};
const option = {
  ...{ id: "opt_1", payment_id: "pay_1", account: "eip155:1:0x1", chain_id: 1, token: "0x2", buyer: "0x1" },
  ...{ amount: 100, fee: 1, method: "eip3009", domain_name: "USD Coin", domain_version: "2", submitter: "0x3" },
  ...{ nonce: hash("ab"), valid_before: 1_795_263_600, expires_at: later, created_at: at },
  ...{ router: "0x7", recipient: "0x4", fee_recipient: "0x5", is_held: false },
};
const alarm = {
  ...{
    kind: "chain_down",
    subject: "8453",
    level: "error",
    message: "down",
    facts: "{}",
    is_event: false,
    source: "a",
  },
  ...{ count: 1, first_seen_at: at, last_seen_at: at, quiet_at: later },
};
const bookAccount = {
  ...{ chain_id: 1, address: "0x3", asset: "eip155:1/erc20:0x2", role: "relayer", since_block: 1, opening_balance: 5 },
};
const walletTransfer = {
  ...{
    id: 1,
    chain_id: 1,
    direction: "in",
    address: "0x3",
    counterparty: "0x9",
    role: "relayer",
    token: "0x2",
    amount: 5,
  },
  ...{ tx_hash: hash("aa"), log_index: 0, block_number: 1, state: "pending" },
};
const keptTransfer = { ...walletTransfer, state: "kept", note: "ours", resolved_by: "test" };
const ownerTransfer = {
  ...{ chain_id: 1, tx_hash: hash("ee"), log_index: 0, token: "0x2", sender: "0x3", recipient: "0x4", amount: 5 },
  ...{ payouts: 1, reason: "from the safe", made_by: "test" },
};
const topUp = {
  ...{ kind: "top_up", asset: "eip155:1/native", amount: 5, debit: "treasury:1:0x3", credit: "operator" },
  block_number: 1,
};
const foreignGas = {
  ...topUp,
  kind: "foreign_gas",
  debit: "gas",
  credit: "treasury:1:0x3",
  chain_id: 1,
  wallet: "0x3",
  nonce: 7,
};
const movement = {
  ...{
    id: "mov_1",
    kind: "sweep",
    chain_id: 1,
    wallet: "0x3",
    asset: "eip155:1/erc20:0x2",
    amount: 5,
    destination: "0x9",
  },
  ...{ reason: "cold storage", ordered_by: "test", since_block: 1 },
};
const ended = { tx_hash: hash("ab"), block_number: 2, moved: 5, ended_at: later };
const finalMovement = { ...movement, ...ended, state: "final" };
const failedMovement = { ...movement, state: "failed", failure: "it reverted", ended_at: later };
const returning = { ...movement, kind: "return", wallet_transfer_id: 1 };
const toFinal = `UPDATE movement SET state = 'final', tx_hash = '0x1', block_number = 2, moved = 5, ended_at = '${later}'`;
const movementEntry = {
  ...topUp,
  kind: "movement",
  debit: "operator:1",
  credit: "treasury:1:0x3",
  movement_id: "mov_1",
};
const posting = {
  ...{ partner_id: "prt_1", payment_id: "pay_1", at: later, token_asset: "eip155:1/erc20:0x2", fiat_currency: "USD" },
  value: 5,
};
const correction = { ...topUp, kind: "correction", block_number: null, note: "counted twice", made_by: "test" };
const receivedEntry = { ...topUp, kind: "received", credit: "suspense:received", wallet_transfer_id: 1 };
const keptEntry = {
  ...{ ...receivedEntry, kind: "kept", debit: "suspense:received", credit: "surplus", block_number: null },
};
/** An option from before the payment router. */
const pastOption = { ...option, router: null, recipient: null, fee_recipient: null };
const permit2Option = { ...option, method: "permit2", domain_name: null, domain_version: null };
const otherOption = { ...option, id: "opt_2", nonce: hash("ac") };
const attempt = {
  ...{ id: "att_1", payment_id: "pay_1", option_id: "opt_1", signature: "0x" },
  ...{ created_at: at, updated_at: at },
};
const otherAttempt = { ...attempt, id: "att_2", option_id: "opt_2" };
const transfer = {
  ...{ payment_id: "pay_1", kind: "collection", chain_id: 1, token: "0x2", tx_hash: hash("aa"), log_index: 0 },
  ...{ block_number: 1, block_hash: hash("cc"), sender: "0x1", recipient: "0x7", amount: 100, created_at: at },
};
/** Transfers of the router, in the transaction of the collection. */
const forwarded = { ...transfer, kind: "settlement", sender: "0x7", recipient: "0x4", amount: 99 };
const held = { ...forwarded, kind: "held", recipient: "0x3" };
const feeSent = { ...forwarded, kind: "fee", recipient: "0x5", amount: 1 };
const payout = {
  ...{ payment_id: "pay_1", ...ids, asset: "eip155:1/erc20:0x2", destination: "eip155:1:0x4", treasury: "0x3" },
  ...{ amount: 99, fee: 1, created_at: at, updated_at: at },
};
const bulkPayout = {
  ...{ id: "bulk_1", ...ids, asset: "eip155:1/erc20:0x2", destination: "eip155:1:0x4", payouts: 2, amount: 198 },
  ...{ created_at: at, updated_at: at },
};
const collected = {
  ...{ kind: "collected", asset: "eip155:1/erc20:0x2", amount: 100, debit: "router:1:0x7", credit: "buyers" },
  ...{ payment_id: "pay_2", tx_hash: hash("aa"), block_number: 1 },
};
const owedEntry = {
  ...{ kind: "owed", asset: "eip155:1/erc20:0x2", amount: 99, debit: "buyers", credit: "merchant:mrch_1" },
  ...{ payment_id: "pay_2" },
};
const feeEntry = { ...owedEntry, kind: "fee", amount: 1, credit: "fees:prt_1" };
const settledEntry = { ...collected, kind: "settled", debit: "merchant:mrch_1", credit: "router:1:0x7" };
const heldEntry = { ...collected, kind: "held", amount: 99, debit: "treasury:1:0x3", credit: "router:1:0x7" };
const feeSentEntry = { ...heldEntry, kind: "fee_sent", amount: 1, debit: "treasury:1:0x5" };
const gasEntry = {
  ...{ ...collected, kind: "gas", debit: "gas", credit: "treasury:1:0x3", payment_id: null, relay_transaction_id: 1 },
};
const collection = { kind: "collection", attempt_id: "att_0" };
const payoutOf = (attempt: number) => ({
  kind: "payout",
  attempt_id: null,
  payment_id: "pay_1",
  payout_attempt: attempt,
});
const noop = { kind: "noop", attempt_id: null };
const moving = { kind: "movement", attempt_id: null, movement_id: "mov_1" };
const queued = { id: 1, chain_id: 1, wallet: "0x3", ...collection, target: "0x2", calldata: "0x" };
const reserved = { ...queued, state: "reserved", nonce: 7, gas_limit: 60_000 };
const mined = { ...reserved, state: "mined", mined_hash: hash("aa"), block_hash: hash("cc"), block_number: 1 };
const gasCharge = {
  ...{ partner_id: "prt_1", app_id: "", buyer: "0x1", day: "2026-11-21", chain_id: 1, kind: "collection" },
  ...{ attempt_id: "att_0", state: "reserved", wei: 7, gas: 150_000 },
};
const spentGas = { ...gasCharge, state: "spent", relay_transaction_id: 1 };
/** A refund of pay_2, requested or marked. */
const refund = {
  ...{ id: "rfd_1", payment_id: "pay_2", ...ids, mode: "request", state: "requested", asset: "eip155:1/erc20:0x2" },
  ...{ amount: 60, recipient: "eip155:1:0x1", token_hash: Buffer.alloc(32, 3), created_at: at, updated_at: at },
  ...{ expires_at: later },
};
const mark = { ...refund, id: "rfd_2", mode: "mark", state: "marked", token_hash: null, expires_at: null };
const heldRefund = {
  ...{
    ...refund,
    id: "rfd_3",
    state: "processing",
    from_treasury: true,
    amount: 99,
    token_hash: null,
    expires_at: null,
  },
};
const refundOption = { ...option, id: "opt_3", payment_id: "pay_2", nonce: hash("ad"), fee: 0, refund_id: "rfd_1" };
const refundAttempt = { ...attempt, id: "att_3", payment_id: "pay_2", option_id: "opt_3", refund_id: "rfd_1" };
const ofRefund = { payment_id: "pay_2", refund_id: "rfd_1" };
const refundCollected = { ...transfer, ...ofRefund, kind: "refund_collected", amount: 60 };
const refundSent = { ...refundCollected, kind: "refund", sender: "0x7", recipient: "0x1" };
const refundOwedEntry = { ...owedEntry, ...ofRefund, kind: "refund_owed", debit: "merchant:mrch_1", credit: "buyers" };
const refundCollectedEntry = { ...collected, ...ofRefund, kind: "refund_collected", credit: "merchant:mrch_1" };
const refundedEntry = { ...collected, ...ofRefund, kind: "refunded", debit: "buyers", credit: "router:1:0x7" };
const refundEntries = [refundOwedEntry, refundCollectedEntry, refundedEntry];
const paid: Step = ["payment", succeeded];
const requested: Step[] = [paid, ["refund", refund]];
const relaySubmission = { chain_id: 1, hash: hash("aa"), relay_transaction_id: 1, raw: "0x", max_fee_per_gas: 1 };
const wallet = { chain_id: 1, address: "0x3", next_nonce: 7 };
const quarantined = { ...wallet, quarantined_at: at, unknown_from: 5 };
const unknown = {
  ...{ chain_id: 1, wallet: "0x3", nonce: 5, tx_hash: hash("aa"), block_number: 1, attribution: "unknown" },
  ...{ detail: "another call" },
};
const settlement = {
  ...{ id: "crypto_1", merchant_id: "mrch_1", asset: "eip155:1/erc20:0x2", destination: "eip155:1:0x4" },
  ...{ created_at: at, updated_at: at },
};
const merchant = { id: "mrch_2", partner_id: "prt_1", name: "M", email: "m", created_at: at, updated_at: at };
const fiat = {
  ...{ id: "fiat_1", merchant_id: "mrch_1", status: "active", bank_type: "iban", currency: "EUR" },
  ...{ created_at: at, updated_at: at },
};
const app = { id: "app_1", partner_id: "prt_1", name: "Wallet" };
const picture = Buffer.from("picture");
const named = (bytes: Buffer) => ({
  ...{ sha256: createHash("sha256").update(bytes).digest("hex"), media_type: "image/png", bytes },
  ...{ width: 500, height: 4_096, created_at: at },
});
const logo = named(picture);
const policy = {
  ...{ partner_id: "prt_1", provider_name: "Acme", terms_url: "https://a.example/t", updated_at: at },
  ...{ privacy_url: "https://a.example/p", from_currency: null, from_value: null },
};
const submission = {
  ...{ id: "sub_1", partner_id: "prt_1", payment_id: "pay_1", accounts: ["eip155:1:0x1"], key_id: "ab".repeat(8) },
  ...{ sealed: Buffer.alloc(29), created_at: at, expires_at: later },
};
const user = { id: "usr_1", partner_id: "prt_1", email: "a@b.example", password_hash: "x", role: "owner" };
const savedView = { id: "view_1", user_id: "usr_1", name: "Open", filter: "{}", created_at: at };
const invitation = {
  ...{ id: "inv_1", partner_id: "prt_1", email: "a@b.example", role: "viewer" },
  ...{ created_at: at, expires_at: later },
};
const emailToken = {
  ...{ token_hash: Buffer.alloc(32, 2), purpose: "sign_up", email: "a@b.example" },
  ...{ created_at: at, expires_at: later },
};

let database: TestDatabase;
let client: pg.Client;

async function run(step: Step): Promise<void> {
  if (typeof step === "string") {
    await client.query(step);
    return;
  }
  const [table, row] = step;
  const names = Object.keys(row).join(", ");
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await client.query(`INSERT INTO "${table}" (${names}) VALUES (${places.join(", ")})`, Object.values(row));
}

/** Returns the constraint that refuses the last of these steps, or the trigger's message; "accepted" if it passes. */
async function refusal(...steps: Step[]): Promise<string> {
  for (const step of steps.slice(0, -1)) await run(step);
  try {
    for (const step of steps.slice(-1)) await run(step);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.constraint ?? error.message;
  }
  return "accepted";
}

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await run(["partner", { id: "prt_1", name: "One" }]);
  await run(["merchant", { id: "mrch_1", partner_id: "prt_1", name: "M", email: "m", created_at: at, updated_at: at }]);
  await run(["payment", { ...open, id: "pay_1" }]);
  await run(["payment", { ...open, id: "pay_0" }]);
  await run(["payment_option", { ...option, id: "opt_0", payment_id: "pay_0", nonce: hash("00") }]);
  await run(["payment_attempt", { ...attempt, id: "att_0", payment_id: "pay_0", option_id: "opt_0" }]);
});
beforeEach(async () => {
  await client.query("BEGIN");
});
afterEach(async () => {
  await client.query("ROLLBACK");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** For each constraint valid rows, and rows that violate only that constraint. */
const oversized = Buffer.alloc(2_097_153);
type Check = { given?: Step[]; table: string; right: Row[]; wrong: Row[]; alsoRefusedBy?: string };
const checks: Record<string, Check> = {
  partner_fee_fixed_not_negative: {
    table: "partner",
    right: [partner, { ...partner, fee_fixed: 0 }],
    wrong: [{ ...partner, fee_fixed: -1 }],
  },
  partner_embed_origins: {
    table: "partner",
    right: [
      { ...partner, embed_origins: [] },
      { ...partner, embed_origins: ["https://shop.example", "http://localhost:3000"] },
    ],
    wrong: [
      ["https://shop.example/path"],
      ["http://shop.example"],
      ["https://*.example"],
      ["https://a.example https://b.example"],
      ["https://a.example; script-src *"],
      [""],
      Array(21).fill("https://shop.example"),
    ].map((origins) => ({ ...partner, embed_origins: origins })),
  },
  partner_fee_ppm_range: {
    table: "partner",
    right: [
      { ...partner, fee_ppm: 0 },
      { ...partner, fee_ppm: 999_999 },
    ],
    wrong: [
      { ...partner, fee_ppm: -1 },
      { ...partner, fee_ppm: 1_000_000 },
    ],
  },
  api_key_secret_is_sha256: {
    table: "api_key",
    right: [apiKey],
    wrong: [
      { ...apiKey, secret_hash: Buffer.alloc(31) },
      { ...apiKey, secret_hash: Buffer.from("till_secret") },
    ],
  },
  saved_view_name_length: {
    given: [["user", user]],
    table: "saved_view",
    right: [savedView, { ...savedView, name: "\u{1f355}".repeat(60) }],
    wrong: [
      { ...savedView, name: "" },
      { ...savedView, name: "x".repeat(61) },
    ],
  },
  saved_view_filter_is_object: {
    given: [["user", user]],
    table: "saved_view",
    right: [savedView],
    wrong: [
      { ...savedView, filter: "[]" },
      { ...savedView, filter: "null" },
    ],
  },
  merchant_logo_has_url: {
    table: "merchant",
    right: [merchant, { ...merchant, icon_url: "https://a.example/logo.png" }],
    wrong: [{ ...merchant, logo_hash: "ab" }],
  },
  app_logo_has_url: {
    table: "app",
    right: [app, { ...app, icon_url: "https://a.example/icon.png" }],
    wrong: [{ ...app, logo_hash: "ab" }],
  },
  app_has_name: { table: "app", right: [app], wrong: [{ ...app, name: "" }] },
  logo_named_by_content: { table: "logo", right: [logo], wrong: [{ ...logo, sha256: "ab".repeat(32) }] },
  logo_media_type_known: {
    table: "logo",
    right: ["image/jpeg", "image/png", "image/webp", "image/avif"].map((type) => ({ ...logo, media_type: type })),
    wrong: ["image/svg+xml", "text/html", ""].map((type) => ({ ...logo, media_type: type })),
  },
  logo_size_limit: {
    table: "logo",
    right: [named(oversized.subarray(1)), named(picture.subarray(0, 1))],
    wrong: [named(oversized), named(Buffer.alloc(0))],
  },
  logo_pixel_limits: {
    table: "logo",
    right: [logo, { ...logo, width: 4_096, height: 500 }],
    wrong: [
      { ...logo, width: 499 },
      { ...logo, height: 499 },
      { ...logo, width: 4_097 },
      { ...logo, height: 4_097 },
    ],
  },
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
    right: [processing, { ...processing, token_fee: 0 }, { ...processing, token_fee: 99 }],
    wrong: [
      { ...processing, buyer_account: null },
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
  fiat_settlement_destination_account_ending: {
    table: "fiat_settlement_destination",
    right: [fiat, { ...fiat, account_ending: "30A0" }],
    wrong: ["DE89370400440532013000", "300", "300a", ""].map((ending) => ({ ...fiat, account_ending: ending })),
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
  payment_option_router_terms: {
    table: "payment_option",
    right: [option, { ...option, is_held: true }, pastOption],
    wrong: [
      { ...option, router: null },
      { ...option, recipient: null },
      { ...option, fee_recipient: null },
      { ...pastOption, router: "0x7" },
      { ...pastOption, recipient: "0x4" },
      { ...pastOption, fee_recipient: "0x5" },
      { ...pastOption, is_held: true },
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
  book_account_opening: {
    table: "book_account",
    right: [
      bookAccount,
      { ...bookAccount, unexplained: -1 },
      { ...bookAccount, role: "treasury", opening_balance: null },
      { ...bookAccount, asset: "eip155:1/native", unbooked_from: 0 },
    ],
    wrong: [
      { ...bookAccount, role: "treasury" },
      { ...bookAccount, opening_balance: null },
      { ...bookAccount, unbooked_from: 0 },
      { ...bookAccount, role: "treasury", opening_balance: null, unexplained: 1 },
    ],
  },
  book_checkpoint_single: {
    table: "book_checkpoint",
    right: [{ id: 1, ledger_id: 0, transfer_id: 0, relay_id: 0, checked_at: at }],
    wrong: [{ id: 2, ledger_id: 0, transfer_id: 0, relay_id: 0, checked_at: at }],
  },
  wallet_transfer_amount_positive: {
    table: "wallet_transfer",
    right: [walletTransfer],
    wrong: [{ ...walletTransfer, amount: 0 }],
  },
  wallet_transfer_leaves_ours: {
    table: "wallet_transfer",
    right: [
      { ...walletTransfer, direction: "out" },
      { ...walletTransfer, role: "treasury" },
    ],
    wrong: [{ ...walletTransfer, direction: "out", role: "treasury" }],
  },
  wallet_transfer_finding: {
    table: "wallet_transfer",
    right: [
      walletTransfer,
      keptTransfer,
      { ...keptTransfer, state: "payment", payment_id: "pay_1" },
      { ...keptTransfer, state: "returned", payment_id: "pay_1" },
      { ...keptTransfer, state: "loss", direction: "out" },
    ],
    wrong: [
      { ...walletTransfer, note: "too early" },
      { ...keptTransfer, note: "" },
      { ...keptTransfer, resolved_by: null },
      { ...keptTransfer, payment_id: "pay_1" },
      { ...keptTransfer, state: "payment" },
      { ...keptTransfer, state: "loss" },
      { ...keptTransfer, direction: "out" },
    ],
  },
  owner_transfer_positive: {
    table: "owner_transfer",
    right: [ownerTransfer],
    wrong: [
      { ...ownerTransfer, amount: 0 },
      { ...ownerTransfer, payouts: 0 },
    ],
  },
  owner_transfer_reason: {
    table: "owner_transfer",
    right: [ownerTransfer],
    wrong: [
      { ...ownerTransfer, reason: "" },
      { ...ownerTransfer, made_by: "" },
    ],
  },
  wallet_entry_amount_positive: {
    table: "wallet_entry",
    right: [topUp],
    wrong: [{ ...topUp, amount: 0 }],
  },
  wallet_entry_two_accounts: {
    table: "wallet_entry",
    right: [topUp],
    wrong: [{ ...topUp, credit: topUp.debit }],
  },
  wallet_entry_correction: {
    table: "wallet_entry",
    right: [topUp, correction],
    wrong: [
      { ...correction, note: null },
      { ...correction, note: "" },
      { ...correction, made_by: null },
      { ...correction, made_by: "" },
      { ...topUp, note: "a note" },
      { ...topUp, made_by: "test" },
    ],
  },
  movement_amount_positive: {
    table: "movement",
    right: [movement, finalMovement],
    wrong: [
      { ...movement, amount: 0 },
      { ...finalMovement, moved: 0 },
    ],
  },
  movement_reason: {
    table: "movement",
    right: [movement],
    wrong: [
      { ...movement, reason: "" },
      { ...movement, ordered_by: "" },
    ],
  },
  movement_asset: {
    table: "movement",
    right: [movement, { ...movement, asset: "eip155:1/native" }],
    wrong: [{ ...movement, asset: "eip155:2/native" }],
  },
  movement_return: {
    given: [["wallet_transfer", walletTransfer]],
    table: "movement",
    right: [movement, returning],
    wrong: [
      { ...movement, wallet_transfer_id: 1 },
      { ...movement, kind: "return" },
    ],
  },
  movement_end: {
    table: "movement",
    right: [
      movement,
      { ...movement, state: "sent" },
      finalMovement,
      failedMovement,
      { ...failedMovement, tx_hash: hash("ab") },
    ],
    wrong: [
      { ...movement, tx_hash: hash("ab") },
      { ...movement, block_number: 2 },
      { ...movement, moved: 5 },
      { ...movement, failure: "it reverted" },
      { ...movement, ended_at: later },
      { ...finalMovement, tx_hash: null },
      { ...finalMovement, block_number: null },
      { ...finalMovement, moved: null },
      { ...finalMovement, failure: "it reverted" },
      { ...finalMovement, ended_at: null },
      { ...failedMovement, moved: 5 },
      { ...failedMovement, failure: "" },
      { ...failedMovement, failure: null },
      { ...failedMovement, ended_at: null },
    ],
  },
  unknown_transaction_movement: {
    given: [
      ["relayer_wallet", wallet],
      ["movement", movement],
    ],
    table: "unknown_transaction",
    right: [unknown, { ...unknown, attribution: "movement", movement_id: "mov_1" }],
    wrong: [
      { ...unknown, attribution: "movement" },
      { ...unknown, movement_id: "mov_1" },
    ],
  },
  unknown_transaction_resolved: {
    given: [["relayer_wallet", wallet]],
    table: "unknown_transaction",
    // Findings from before authors were kept have none.
    right: [unknown, { ...unknown, resolution: "ours" }, { ...unknown, resolution: "ours", resolved_by: "test" }],
    wrong: [
      { ...unknown, resolved_by: "test" },
      { ...unknown, resolution: "", resolved_by: "test" },
      { ...unknown, resolution: "ours", resolved_by: "" },
    ],
  },
  wallet_entry_subject: {
    given: [
      ["wallet_transfer", walletTransfer],
      ["movement", movement],
    ],
    table: "wallet_entry",
    right: [topUp, foreignGas, receivedEntry, keptEntry, movementEntry, correction],
    wrong: [
      { ...movementEntry, movement_id: null },
      { ...topUp, movement_id: "mov_1" },
      { ...movementEntry, wallet_transfer_id: 1 },
      { ...topUp, wallet_transfer_id: 1 },
      { ...receivedEntry, wallet_transfer_id: null },
      { ...foreignGas, nonce: null },
      { ...topUp, chain_id: 1, wallet: "0x3", nonce: 7 },
    ],
  },
  wallet_entry_on_chain: {
    given: [["wallet_transfer", walletTransfer]],
    table: "wallet_entry",
    right: [topUp, receivedEntry, keptEntry],
    wrong: [
      { ...topUp, block_number: null },
      { ...correction, block_number: 1 },
      { ...receivedEntry, block_number: null },
      { ...keptEntry, block_number: 1 },
    ],
  },
  ledger_entry_amount_positive: {
    table: "ledger_entry",
    right: [collected],
    wrong: [
      { ...collected, amount: 0 },
      { ...collected, amount: -1 },
    ],
  },
  ledger_entry_subject: {
    table: "ledger_entry",
    right: [collected, gasEntry],
    wrong: [
      { ...collected, payment_id: null },
      { ...collected, relay_transaction_id: 1 },
      { ...gasEntry, payment_id: "pay_2" },
      { ...gasEntry, relay_transaction_id: null },
    ],
  },
  ledger_entry_on_chain: {
    table: "ledger_entry",
    right: [collected, owedEntry, feeEntry, settledEntry, gasEntry, heldEntry, feeSentEntry, ...refundEntries],
    wrong: [
      { ...collected, tx_hash: null },
      { ...refundedEntry, tx_hash: null },
      { ...refundOwedEntry, tx_hash: hash("aa"), block_number: 1 },
      { ...settledEntry, block_number: null },
      { ...heldEntry, tx_hash: null },
      { ...feeSentEntry, block_number: null },
      { ...gasEntry, block_number: null, tx_hash: null },
      { ...owedEntry, tx_hash: hash("aa"), block_number: 1 },
    ],
  },
  ledger_entry_accounts: {
    table: "ledger_entry",
    right: [
      collected,
      // A collection from before the payment router, and a payout of held money.
      { ...collected, debit: "treasury:1:0x3" },
      { ...settledEntry, credit: "treasury:1:0x3" },
      { ...refundedEntry, credit: "treasury:1:0x3" },
      ...[owedEntry, feeEntry, settledEntry, gasEntry, heldEntry, feeSentEntry, ...refundEntries],
    ],
    wrong: [
      { ...collected, debit: "buyers", credit: "router:1:0x7" },
      { ...collected, debit: "merchant:mrch_1" },
      { ...owedEntry, credit: "buyers" },
      { ...owedEntry, credit: "fees:prt_1" },
      { ...feeEntry, credit: "merchant:mrch_1" },
      { ...settledEntry, debit: "buyers" },
      { ...settledEntry, credit: "buyers" },
      { ...gasEntry, debit: "merchant:mrch_1" },
      { ...gasEntry, credit: "router:1:0x7" },
      { ...heldEntry, debit: "merchant:mrch_1" },
      { ...heldEntry, credit: "treasury:1:0x4" },
      { ...feeSentEntry, debit: "fees:prt_1" },
      { ...feeSentEntry, credit: "buyers" },
      { ...refundOwedEntry, debit: "router:1:0x7" },
      { ...refundCollectedEntry, credit: "buyers" },
      { ...refundedEntry, debit: "merchant:mrch_1" },
      { ...refundedEntry, credit: "merchant:mrch_1" },
    ],
  },
  ledger_entry_refund_kinds: {
    table: "ledger_entry",
    right: [collected, ...refundEntries],
    wrong: [
      { ...collected, refund_id: "rfd_1" },
      { ...refundedEntry, refund_id: null },
    ],
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
  relay_transaction_nonce_with_state: {
    table: "relay_transaction",
    right: [queued, reserved, { ...queued, state: "refused" }],
    wrong: [
      { ...queued, nonce: 7, gas_limit: 1 },
      { ...queued, state: "refused", nonce: 7, gas_limit: 1 },
      { ...queued, state: "reserved" },
      { ...queued, state: "signed" },
      { ...queued, state: "broadcast" },
    ],
  },
  relay_transaction_value: {
    given: [["movement", movement]],
    table: "relay_transaction",
    right: [queued, { ...queued, ...moving }, { ...queued, ...moving, value: 7 }],
    wrong: [
      { ...queued, value: 7 },
      { ...queued, ...moving, value: -1 },
    ],
  },
  relay_transaction_reference: {
    given: [
      ["payout", payout],
      ["movement", movement],
    ],
    table: "relay_transaction",
    right: [
      queued,
      { ...queued, kind: "deployment" },
      { ...queued, ...payoutOf(1) },
      { ...queued, ...payoutOf(2) },
      { ...reserved, ...noop },
      { ...queued, ...moving },
    ],
    wrong: [
      { ...queued, movement_id: "mov_1" },
      { ...queued, ...payoutOf(1), movement_id: "mov_1" },
      { ...reserved, ...noop, movement_id: "mov_1" },
      { ...queued, ...moving, movement_id: null },
      { ...queued, ...moving, attempt_id: "att_0" },
      { ...queued, attempt_id: null },
      { ...queued, kind: "deployment", attempt_id: null },
      { ...queued, payment_id: "pay_1", payout_attempt: 1 },
      { ...queued, payout_attempt: 1 },
      { ...queued, ...payoutOf(1), attempt_id: "att_0" },
      { ...queued, ...payoutOf(1), payment_id: null },
      { ...queued, ...payoutOf(1), payout_attempt: null },
      { ...queued, ...payoutOf(0) },
      { ...queued, ...noop },
      { ...reserved, ...noop, attempt_id: "att_0" },
      { ...reserved, ...noop, payment_id: "pay_1" },
      { ...reserved, ...noop, payout_attempt: 1 },
    ],
  },
  relay_transaction_gas_with_nonce: {
    table: "relay_transaction",
    right: [reserved],
    wrong: [
      { ...reserved, gas_limit: null },
      { ...queued, gas_limit: 60_000 },
    ],
  },
  relay_transaction_block_when_mined: {
    table: "relay_transaction",
    right: [mined, { ...mined, state: "final" }],
    wrong: [
      { ...mined, mined_hash: null },
      { ...mined, block_hash: null },
      { ...mined, block_number: null },
      { ...mined, state: "final", block_hash: null },
      { ...mined, state: "cancelled", block_number: null },
    ],
  },
  relay_transaction_gas_cost_at_end: {
    table: "relay_transaction",
    right: [
      { ...mined, state: "final", gas_cost: 0 },
      { ...mined, state: "cancelled", gas_cost: "9".repeat(78) },
    ],
    wrong: [
      { ...mined, gas_cost: 1 },
      { ...mined, state: "displaced", gas_cost: 1 },
      { ...mined, state: "final", gas_cost: -1 },
    ],
  },
  relay_transaction_gas_cap_positive: {
    table: "relay_transaction",
    right: [queued, { ...queued, gas_cap: 1 }],
    wrong: [
      { ...queued, gas_cap: 0 },
      { ...queued, gas_cap: -1 },
    ],
  },
  partner_gas_budgets: {
    table: "partner",
    right: [{ ...partner, gas_budget: -1, app_gas_budget: 0, buyer_gas_budget: 5_000 }],
    wrong: ["gas_budget", "app_gas_budget", "buyer_gas_budget"].map((budget) => ({ ...partner, [budget]: -2 })),
  },
  gas_charge_not_negative: {
    table: "gas_charge",
    right: [{ ...gasCharge, wei: 0 }],
    wrong: [
      { ...gasCharge, wei: -1 },
      { ...gasCharge, gas: 0 },
    ],
  },
  gas_charge_states: {
    table: "gas_charge",
    right: [
      gasCharge,
      { ...spentGas, gas: null },
      { ...spentGas, kind: "payout", attempt_id: null, gas: null },
      { ...gasCharge, state: "released", wei: 0 },
    ],
    wrong: [
      { ...gasCharge, attempt_id: null },
      { ...gasCharge, gas: null },
      { ...gasCharge, relay_transaction_id: 1 },
      { ...spentGas, relay_transaction_id: null },
      { ...gasCharge, state: "released" },
      { ...spentGas, state: "released", wei: 0 },
    ],
  },
  relay_transaction_simulation_failure_before_nonce: {
    table: "relay_transaction",
    right: [
      { ...queued, simulation_failure: "it reverts", simulation_failed_at_block: 9 },
      { ...queued, state: "refused", simulation_failure: "it reverts", simulation_failed_at_block: 9 },
    ],
    wrong: [
      { ...queued, simulation_failure: "it reverts" },
      { ...queued, simulation_failed_at_block: 9 },
      { ...reserved, simulation_failure: "it reverts", simulation_failed_at_block: 9 },
    ],
  },
  relayer_wallet_nonce_not_negative: {
    table: "relayer_wallet",
    right: [wallet, { ...wallet, next_nonce: 0 }],
    wrong: [{ ...wallet, next_nonce: -1 }],
  },
  relayer_wallet_quarantine: {
    table: "relayer_wallet",
    right: [wallet, quarantined, { ...quarantined, unknown_from: 7 }],
    wrong: [
      { ...quarantined, unknown_from: null },
      { ...quarantined, quarantined_at: null },
      { ...quarantined, unknown_from: 8 },
    ],
  },
  buyer_data_policy_amount: {
    table: "buyer_data_policy",
    right: [policy, { ...policy, from_currency: "USD", from_value: 1 }],
    wrong: [
      { ...policy, from_currency: "USD" },
      { ...policy, from_value: 1 },
      { ...policy, from_currency: "USD", from_value: 0 },
    ],
  },
  buyer_data_policy_provider: {
    table: "buyer_data_policy",
    right: [policy],
    wrong: [
      { ...policy, provider_name: "" },
      { ...policy, terms_url: "http://a.example" },
      { ...policy, privacy_url: "javascript:alert(1)" },
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
  event_payment_version: {
    table: "event",
    right: [publicEvent, paymentEvent],
    wrong: [
      { ...paymentEvent, payment_version: null },
      { ...publicEvent, payment_version: 1 },
    ],
  },
  webhook_endpoint_old_secret: {
    table: "webhook_endpoint",
    right: [endpoint, rotated],
    wrong: [
      { ...rotated, old_secret: null },
      { ...rotated, old_secret_key_id: null },
      { ...rotated, old_secret_until: null },
    ],
  },
  webhook_endpoint_disabled: {
    table: "webhook_endpoint",
    right: [
      { ...endpoint, state: "paused" },
      { ...endpoint, state: "disabled", disabled_reason: "It kept failing." },
    ],
    wrong: [
      { ...endpoint, state: "disabled" },
      { ...endpoint, disabled_reason: "It kept failing." },
    ],
  },
  webhook_delivery_finished: {
    table: "webhook_delivery",
    right: [delivery, { ...delivery, state: "failed", finished_at: later }],
    wrong: [
      { ...delivery, finished_at: later },
      { ...delivery, state: "succeeded" },
    ],
  },
  webhook_replay_finished: {
    given: [["webhook_endpoint", endpoint]],
    table: "webhook_replay",
    right: [replay, { ...replay, state: "completed", finished_at: later }],
    wrong: [
      { ...replay, finished_at: later },
      { ...replay, state: "stopped" },
    ],
  },
  user_email_lower: { table: "user", right: [user], wrong: [{ ...user, email: "A@b.example" }] },
  invitation_email_lower: {
    table: "invitation",
    right: [invitation],
    wrong: [{ ...invitation, email: "a@B.example" }],
  },
  email_token_email_lower: {
    table: "email_token",
    right: [emailToken],
    wrong: [{ ...emailToken, email: "a@b.Example" }],
  },
};

describe("a check", () => {
  test("exists here for every check constraint of the database", async () => {
    const { rows } = await client.query<{ conname: string }>(`SELECT conname FROM pg_constraint c
      JOIN pg_namespace n ON n.oid = c.connamespace WHERE n.nspname = 'public' AND contype = 'c' ORDER BY conname`);
    expect(rows.map(({ conname }) => conname)).toEqual(Object.keys(checks).sort());
  });

  test.for(Object.entries(checks))(
    "%s refuses exactly the wrong rows",
    async ([name, { given = [], table, right, wrong, alsoRefusedBy }]) => {
      for (const step of given) await run(step);
      for (const row of right) {
        await client.query("SAVEPOINT one");
        expect(await refusal([table, row])).toBe("accepted");
        await client.query("ROLLBACK TO SAVEPOINT one");
      }
      for (const row of wrong) {
        await client.query("SAVEPOINT one");
        expect(await refusal([table, row]), JSON.stringify(row)).toBe(alsoRefusedBy ?? name);
        await client.query("ROLLBACK TO SAVEPOINT one");
      }
    },
  );
});

describe("a payment", () => {
  const statuses = ["requires_action", "processing", "succeeded", "failed", "expired", "cancelled"];

  test.for(
    [succeeded, failed, expired, cancelled].flatMap((row) => statuses.map((to) => ({ row, from: row.status, to }))),
  )("that is $from does not become $to, unless it is", async ({ row, from, to }) => {
    const answer = await refusal(["payment", row], `UPDATE payment SET status = '${to}' WHERE id = 'pay_2'`);
    expect(answer).toBe(from === to ? "accepted" : `payment pay_2 is ${from} for good`);
  });

  test.for([
    [
      "processing",
      "buyer_account = 'eip155:1:0x1', token_asset = 'eip155:1/erc20:0x2', token_amount = 2, token_fee = 1",
    ],
    ["expired", "version = 1"],
    ["cancelled", `cancelled_at = '${at}', cancelled_reason = 'cancelled_by_user'`],
    ["failed", "version = 1"],
  ] as const)("that is open may become %s", async ([status, columns]) => {
    const update = `UPDATE payment SET status = '${status}', ${columns} WHERE id = 'pay_2'`;
    expect(await refusal(["payment", open], update)).toBe("accepted");
  });

  test.for([
    ["id", "'pay_3'"],
    ["partner_id", "'prt_2'"],
    ["merchant_id", "'mrch_2'"],
    ["reference_id", "'x'"],
    ["unit", "'iso4217/EUR'"],
    ["value", "1"],
    ["fee_currency", "'EUR'"],
    ["fee_fixed", "0"],
    ["fee_ppm", "0"],
    ["fee_total", "fee_total + 1"],
    ["fiat_currency", "'EUR'"],
    ["fiat_value", "fiat_value + 1"],
    ["amount_rank", "amount_rank + 1"],
    ["success_url", "'https://a.example', error_url = 'https://a.example'"],
    ["error_url", "'https://b.example', success_url = 'https://b.example'"],
    ["created_at", "created_at - interval '1 ms'"],
    ["expires_at", "expires_at + interval '1 ms'"],
  ] as const)("keeps the %s that it was created with", async ([column, value]) => {
    const update = `UPDATE payment SET ${column} = ${value} WHERE id = 'pay_2'`;
    expect(await refusal(["payment", open], update)).toBe("what payment pay_2 was created as can not change");
  });

  test.for([
    ["tx_hash", `'${hash("dd")}'`],
    ["tx_hash", "NULL"],
    ["settlement_tx_hash", `'${hash("dd")}'`],
    ["settlement_tx_hash", "NULL"],
  ] as const)("keeps its transactions: %s = %s is refused", async ([column, value]) => {
    const update = `UPDATE payment SET ${column} = ${value} WHERE id = 'pay_2'`;
    expect(await refusal(["payment", settled], update)).toBe("the transactions of payment pay_2 can not change");
  });

  test.for([
    ["refund", `refunded_at = '${at}'`, { ...succeeded, refunded_at: later }],
    ["refund", "refunded_at = NULL", { ...succeeded, refunded_at: later }],
    ["refund", "refunded_amount = 59", { ...succeeded, refunded_amount: 60 }],
    ["refund", "refunded_amount = NULL", { ...succeeded, refunded_amount: 60 }],
    ["refund", "refunded_amount = 99", { ...succeeded, refunded_at: later, refunded_amount: 100 }],
    ["cancellation", `cancelled_at = '${at}'`, cancelled],
    ["cancellation", "cancelled_reason = 'cancelled_by_merchant'", cancelled],
  ] as const)("keeps its %s: %s is refused", async ([, change, row]) => {
    const answer = await refusal(["payment", row], `UPDATE payment SET ${change} WHERE id = 'pay_2'`);
    expect(answer).toBe("the cancellation or refund of payment pay_2 can not change");
  });

  describe("in a recovery", () => {
    const recovery = "SET LOCAL till.recovery = 'on'";
    const paid = `buyer_account = 'eip155:1:0x1', token_asset = 'eip155:1/erc20:0x2', token_amount = 100, token_fee = 1,
      succeeded_at = '${later}', tx_hash = '${hash("aa")}', failure_code = NULL, cancelled_at = NULL, cancelled_reason = NULL`;
    const succeed = `UPDATE payment SET status = 'succeeded', ${paid} WHERE id = 'pay_2'`;

    test.for([failed, expired, cancelled])("that is $status may become succeeded, and only there", async (row) => {
      await run(["payment", row]);
      await client.query("SAVEPOINT one");
      expect(await refusal(succeed)).toBe(`payment pay_2 is ${row.status} for good`);
      await client.query("ROLLBACK TO SAVEPOINT one");
      expect(await refusal(recovery, succeed)).toBe("accepted");
    });

    test.for([
      ["succeeded", succeeded, "failed"],
      ["failed", failed, "expired"],
      ["cancelled", cancelled, "processing"],
    ] as const)("that is %s becomes nothing but succeeded", async ([from, row, to]) => {
      const update = `UPDATE payment SET status = '${to}' WHERE id = 'pay_2'`;
      expect(await refusal(["payment", row], recovery, update)).toBe(`payment pay_2 is ${from} for good`);
    });
  });

  test("that has succeeded may be settled and marked as refunded", async () => {
    const settle = `UPDATE payment SET settled_at = '${later}', settlement_tx_hash = '${hash("bb")}' WHERE id = 'pay_2'`;
    const refund = `UPDATE payment SET refunded_at = '${later}' WHERE id = 'pay_2'`;
    expect(await refusal(["payment", succeeded], settle, refund)).toBe("accepted");
  });

  test("is never deleted", async () => {
    expect(await refusal("DELETE FROM payment WHERE id = 'pay_1'")).toBe("payment pay_1 can not be deleted");
  });
});

describe("history", () => {
  test.for([
    ["payment_event", "UPDATE payment_event SET type = 'cancelled'", event],
    ["payment_event", "UPDATE payment_event SET data = data", event],
    ["payment_event", "DELETE FROM payment_event", event],
    ["event", "UPDATE event SET data = data", publicEvent],
    ["chain_transfer", "UPDATE chain_transfer SET amount = amount + 1", transfer],
    ["chain_transfer", "DELETE FROM chain_transfer", transfer],
    ["ledger_entry", "UPDATE ledger_entry SET amount = amount + 1", collected],
    ["ledger_entry", "DELETE FROM ledger_entry", collected],
    ["wallet_entry", "UPDATE wallet_entry SET amount = amount + 1", topUp],
    ["wallet_entry", "DELETE FROM wallet_entry", topUp],
    ["movement", "UPDATE operator_audit_entry SET reason = reason", movement],
    ["movement", "DELETE FROM operator_audit_entry", movement],
    ["refund_posting", "UPDATE refund_posting SET value = 0", posting],
    ["refund_posting", "DELETE FROM refund_posting", posting],
    ["logo", "UPDATE logo SET media_type = 'image/webp'", logo],
    ["buyer_data_submission", "UPDATE buyer_data_submission SET expires_at = now()", submission],
    ["payment_option", "UPDATE payment_option SET amount = amount + 1", option],
    ["payment_option", `UPDATE payment_option SET expires_at = '${later}'`, option],
  ] as const)("of %s is not rewritten: %s", async ([table, statement, row]) => {
    const [, changed] = /^(?:UPDATE|DELETE FROM) (\w+)/.exec(statement) ?? [];
    expect(await refusal([table, row], statement)).toBe(`${changed} is append-only`);
  });

  test.for<[string, Step[]]>([
    ["relay_transaction", [["relay_transaction", queued]]],
    ["relay_transaction", [["relay_transaction", { ...mined, state: "final" }]]],
    [
      "relay_submission",
      [
        ["relay_transaction", reserved],
        ["relay_submission", relaySubmission],
      ],
    ],
    ["payout", [["payout", payout]]],
    ["bulk_payout", [["bulk_payout", bulkPayout]]],
    ["movement", [["movement", movement]]],
    ["refund", requested],
    [
      "unknown_transaction",
      [
        ["relayer_wallet", wallet],
        ["unknown_transaction", unknown],
      ],
    ],
  ])("of %s is not deleted", async ([table, rows]) => {
    expect(await refusal(...rows, `DELETE FROM ${table}`)).toBe(`nothing is deleted from ${table}`);
  });

  test.for([
    "payment_event",
    "chain_transfer",
    "relay_submission",
    "ledger_entry",
    "wallet_entry",
    "unknown_transaction",
    "bulk_payout",
    "operator_audit_entry",
  ])("of %s is not truncated", async (table) => {
    expect(await refusal(`TRUNCATE ${table}`)).toBe(`nothing is deleted from ${table}`);
  });

  test.for(["partner", "payment", "payout", "refund", "relay_transaction", "wallet_transfer", "movement"])(
    "is not truncated with the %s that it belongs to",
    async (table) => {
      expect(await refusal(`TRUNCATE ${table} CASCADE`)).toMatch(/^nothing is deleted from /);
    },
  );

  test.for([
    "UPDATE audit_entry SET actor_name = 'another'",
    "UPDATE audit_entry SET action = action",
    "DELETE FROM audit_entry",
    "TRUNCATE audit_entry",
  ])("of changes is append-only: %s", async (statement) => {
    expect(await refusal(["merchant", merchant], statement)).toBe("the audit log is only added to");
  });

  test("has one event for each version of a payment", async () => {
    expect(await refusal(["payment_event", event], ["payment_event", { ...event, version: 2 }])).toBe("accepted");
    expect(await refusal(["payment_event", { ...event, type: "cancelled" }])).toBe("payment_event_pkey");
  });
});

describe("of attempts of one payment", () => {
  const options: Step[] = [
    ["payment_option", option],
    ["payment_option", otherOption],
  ];

  test.for(["received", "submitted", "mined", "final", "reorged"])(
    "one that is %s prevents a second",
    async (state) => {
      const first: Step = ["payment_attempt", { ...attempt, state }];
      expect(await refusal(...options, first, ["payment_attempt", otherAttempt])).toBe("payment_attempt_one_live");
    },
  );

  test("a rejected one allows another, and can't become active again next to it", async () => {
    const rejected: Step = ["payment_attempt", { ...attempt, state: "rejected" }];
    expect(await refusal(...options, rejected, ["payment_attempt", otherAttempt])).toBe("accepted");
    const revive = "UPDATE payment_attempt SET state = 'received' WHERE id = 'att_1'";
    expect(await refusal(revive)).toBe("payment_attempt_one_live");
  });

  test("each has its own option, rejected or not", async () => {
    const rejected: Step = ["payment_attempt", { ...attempt, state: "rejected" }];
    const again: Step = ["payment_attempt", { ...attempt, id: "att_2" }];
    expect(await refusal(...options, rejected, again)).toBe("payment_attempt_option_id_key");
  });
});

describe("of attempts of one refund", () => {
  test("one that is not rejected prevents a second, in addition to those of its payment", async () => {
    const own: Step[] = [...requested, ["payment_option", { ...option, payment_id: "pay_2" }]];
    const first: Step[] = [
      ["payment_attempt", { ...attempt, payment_id: "pay_2" }],
      ["payment_option", refundOption],
      ["payment_option", { ...refundOption, id: "opt_4", nonce: hash("ae") }],
      ["payment_attempt", refundAttempt],
    ];
    const second: Step = ["payment_attempt", { ...refundAttempt, id: "att_4", option_id: "opt_4" }];
    expect(await refusal(...own, ...first, second)).toBe("payment_attempt_one_live_refund");
  });
});

describe("a refund", () => {
  const exceeds = (id: string) => `refund ${id} exceeds what is left of payment pay_2`;
  const to = (state: string, more = "") => `UPDATE refund SET state = '${state}'${more} WHERE id = 'rfd_1'`;

  test("and the others of its payment never exceed what was paid, unless they moved nothing", async () => {
    const rest: Step = ["refund", { ...mark, amount: 41 }];
    await run(paid);
    await run(["refund", refund]);
    await client.query("SAVEPOINT one");
    expect(await refusal(rest)).toBe(exceeds("rfd_2"));
    await client.query("ROLLBACK TO SAVEPOINT one");
    expect(await refusal(to("cancelled"), rest)).toBe("accepted");
    const recovered = to("succeeded", `, tx_hash = '${hash("aa")}'`);
    expect(await refusal("SET LOCAL till.recovery = 'on'", recovered)).toBe(exceeds("rfd_1"));
  });

  test.for([
    ["not succeeded", { ...processing }],
    ["refunded in full", { ...succeeded, refunded_at: later, refunded_amount: 100 }],
    ["paid in another token", { ...succeeded, token_asset: "eip155:1/erc20:0x9" }],
  ] as const)("is refused for a payment that is %s", async ([, row]) => {
    expect(await refusal(["payment", row], ["refund", refund])).toBe(exceeds("rfd_1"));
  });

  test.for(["amount = 1", "recipient = 'x'", "asset = 'x'", "token_hash = NULL", "expires_at = now()"])(
    "keeps its terms: %s",
    async (change) => {
      expect(await refusal(...requested, `UPDATE refund SET ${change}`)).toBe(
        "the terms of refund rfd_1 can not change",
      );
    },
  );

  const hashes = `, tx_hash = '${hash("aa")}'`;
  const allowed: Record<string, readonly string[]> = {
    requested: ["processing", "cancelled", "expired"],
    processing: ["requested", "succeeded", "failed"],
  };
  const states = ["requested", "processing", "succeeded", "failed", "expired", "cancelled"];
  test.for(states.flatMap((from) => states.filter((next) => next !== from).map((next) => ({ from, next }))))(
    "that is $from becomes $next only by the rules",
    async ({ from, next }) => {
      const row = { ...refund, state: from, tx_hash: from === "succeeded" ? hash("aa") : null };
      const answer = await refusal(paid, ["refund", row], to(next, next === "succeeded" ? hashes : ""));
      const isAllowed = allowed[from]?.includes(next) === true;
      expect(answer).toBe(isAllowed ? "accepted" : `refund rfd_1 can not change from ${from} to ${next}`);
    },
  );

  test("keeps its transaction", async () => {
    const row = { ...refund, state: "succeeded", tx_hash: hash("aa") };
    const update = `UPDATE refund SET tx_hash = '${hash("bb")}'`;
    expect(await refusal(paid, ["refund", row], update)).toBe("the transaction of refund rfd_1 can not change");
  });
});

test("an attempt waits only before its collection is sent", async () => {
  const waiting: Step = ["payment_attempt", { ...attempt, awaits: true }];
  const sent = "UPDATE payment_attempt SET state = 'submitted' WHERE id = 'att_1'";
  expect(await refusal(["payment_option", option], waiting, sent)).toBe("payment_attempt_awaits_received");
});

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
        ["wallet_transfer", walletTransfer],
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

describe("a relay transaction", () => {
  test.for([
    ["another nonce", "nonce = 8"],
    ["no nonce", "nonce = NULL, gas_limit = NULL, state = 'queued'"],
    ["another chain", "chain_id = 2"],
    ["another wallet", "wallet = '0x4'"],
    ["another kind", "kind = 'deployment'"],
    ["another attempt", "attempt_id = 'att_2'"],
    ["another payout", "kind = 'payout', attempt_id = NULL, payment_id = 'pay_1', payout_attempt = 1"],
    ["another target", "target = '0x5'"],
    ["another call", "calldata = '0x01'"],
    ["another value", "value = 1"],
    ["a movement", "kind = 'movement', attempt_id = NULL, movement_id = 'mov_1'"],
  ] as const)("with a nonce never gets %s", async ([, change]) => {
    const update = `UPDATE relay_transaction SET ${change}`;
    const answer = await refusal(["relay_transaction", reserved], update);
    expect(answer).toBe("relay transaction 1 keeps its nonce and its call");
  });

  test("gets its nonce once, and then moves forward and back with its blocks", async () => {
    const answer = await refusal(
      ["relay_transaction", queued],
      "UPDATE relay_transaction SET state = 'reserved', nonce = 7, gas_limit = 1",
      "UPDATE relay_transaction SET state = 'mined', mined_hash = 'h', block_hash = 'b', block_number = 1",
      "UPDATE relay_transaction SET state = 'broadcast'",
    );
    expect(answer).toBe("accepted");
  });

  test.for([
    ["final", { ...mined, state: "final" }, "mined"],
    ["final", { ...mined, state: "final" }, "broadcast"],
    ["refused", { ...queued, state: "refused" }, "queued"],
    ["cancelled", { ...mined, state: "cancelled" }, "broadcast"],
    ["displaced", { ...reserved, state: "displaced" }, "final"],
  ] as const)("that is %s does not become anything else", async ([, row, to]) => {
    const answer = await refusal(["relay_transaction", row], `UPDATE relay_transaction SET state = '${to}'`);
    expect(answer).toBe("relay transaction 1 has ended");
  });

  test.for(["final", "cancelled"])("becomes %s only together with its gas cost, which then stays", async (state) => {
    const ended = `UPDATE relay_transaction SET state = '${state}', gas_cost = 7`;
    expect(await refusal(["relay_transaction", mined], ended)).toBe("accepted");
    expect(await refusal("UPDATE relay_transaction SET gas_cost = 8")).toBe("relay transaction 1 has ended");
    await client.query("ROLLBACK");
    await client.query("BEGIN");
    const answer = await refusal(["relay_transaction", mined], `UPDATE relay_transaction SET state = '${state}'`);
    expect(answer).toBe("relay transaction 1 ends without its gas cost");
  });

  test("that is displaced frees its purpose, but not its nonce, for another", async () => {
    const displaced = { ...reserved, state: "displaced" };
    const again = { ...queued, id: 2 };
    expect(await refusal(["relay_transaction", displaced], ["relay_transaction", again])).toBe("accepted");
    const answer = await refusal(
      "UPDATE relay_transaction SET state = 'reserved', nonce = 7, gas_limit = 1 WHERE id = 2",
    );
    expect(answer).toBe("relay_transaction_chain_id_wallet_nonce_key");
  });
});

describe("a payout", () => {
  const held: Step = ["payout", { ...payout, state: "held", destination: null }];
  const failed: Step = ["payout", { ...payout, state: "failed", failure: "reverted" }];
  const sentFirst: Step = ["relay_transaction", { ...mined, ...payoutOf(1) }];
  const opened = "UPDATE payout SET state = 'pending', failure = NULL, destination = 'eip155:1:0x6'";
  const again = `${opened}, attempt = 2`;

  test("that was held gets a destination once, and then continues", async () => {
    const rest = ["submitted", "final"].map((state) => `UPDATE payout SET state = '${state}'`);
    expect(await refusal(held, opened, ...rest)).toBe("accepted");
    expect(await refusal("UPDATE payout SET destination = 'eip155:1:0x7'")).toMatch(/keeps its attempt/);
  });

  test.for([
    ["pending", {}, "final"],
    ["pending", {}, "held"],
    ["submitted", { state: "submitted" }, "pending"],
    ["final", { state: "final" }, "pending"],
    ["final", { state: "final" }, "failed"],
    ["failed", { state: "failed", failure: "reverted" }, "submitted"],
    ["failed", { state: "failed", failure: "reverted" }, "final"],
  ] as const)("that is %s can't make invalid transitions", async ([from, fields, to]) => {
    const failure = to === "failed" ? "'reverted'" : "NULL";
    const destination = to === "held" ? "NULL" : "destination";
    const update = `UPDATE payout SET state = '${to}', failure = ${failure}, destination = ${destination}`;
    const answer = await refusal(["payout", { ...payout, ...fields }], update);
    expect(answer).toBe(`payout pay_1 can not go from ${from} to ${to}`);
  });

  test.for(["asset = 'x'", "treasury = '0x7'", "amount = 98", "fee = 0", "partner_id = 'prt_2'", "created_at = now()"])(
    "keeps the amount that it owes and its wallet: %s",
    async (change) => {
      expect(await refusal(["payout", payout], `UPDATE payout SET ${change}`)).toBe(
        "what payout pay_1 owes can not change",
      );
    },
  );

  test("that failed is opened again as a new attempt, to the destination of that time", async () => {
    const ended = "UPDATE relay_transaction SET state = 'final', gas_cost = 1";
    expect(await refusal(failed, sentFirst, ended, again)).toBe("accepted");
  });

  test.for<[string, string, Step[], string]>([
    ["as the same attempt", opened, [], "payout pay_1 is opened again without a new attempt"],
    ["while its last attempt may still pay", again, [sentFirst], "payout pay_1 has an attempt that may still pay"],
    [
      "while its second attempt may still pay",
      `${opened}, attempt = 3`,
      [
        ["relay_transaction", { ...reserved, ...payoutOf(2) }],
        "UPDATE payout SET attempt = 2, state = 'pending', failure = NULL",
        "UPDATE payout SET state = 'failed', failure = 'reverted'",
      ],
      "payout pay_1 has an attempt that may still pay",
    ],
    [
      "after it moved money",
      again,
      [["chain_transfer", { ...transfer, kind: "settlement" }]],
      "payout pay_1 has moved money",
    ],
  ])("that failed is not opened again %s", async ([, update, steps, message]) => {
    expect(await refusal(failed, ...steps, update)).toBe(message);
  });

  describe("of a refund", () => {
    const ofBuyer = { ...payout, payment_id: "pay_2" };
    const kept: Step[] = [paid, ["payout", { ...ofBuyer, state: "held", destination: null }], ["refund", heldRefund]];
    const toBuyer =
      "UPDATE payout SET state = 'pending', failure = NULL, destination = 'eip155:1:0x1', refund_id = 'rfd_3'";
    const fail = "UPDATE payout SET state = 'failed', failure = 'refused'";
    const holdAgain =
      "UPDATE payout SET state = 'held', failure = NULL, destination = NULL, refund_id = NULL, attempt = attempt + 1";

    test("goes to the buyer, is tried again, is held again when that fails, and can then go to the merchant", async () => {
      const retry = `UPDATE payout SET state = 'pending', failure = NULL, attempt = 2`;
      expect(await refusal(...kept, toBuyer, fail, retry, fail, holdAgain, opened)).toBe("accepted");
    });

    test.for<[string, Step[], string]>([
      [
        "another account's",
        [`${toBuyer}, destination = 'eip155:1:0x6'`.replace("destination = 'eip155:1:0x1', ", "")],
        "is not what",
      ],
      ["one that has ended", ["UPDATE refund SET state = 'failed'", toBuyer], "is not what"],
      ["one while it is under way", [opened, toBuyer.replace("state = 'pending', ", "")], "keeps its"],
      ["none any more while it is under way", [toBuyer, "UPDATE payout SET refund_id = NULL"], "keeps its refund"],
      ["none when it is sent again to the merchant", [toBuyer, fail, `${again}, refund_id = NULL`], "keeps its refund"],
      ["the merchant's destination", [toBuyer, fail, again], "keeps its refund and its destination"],
      [
        "none after it moved money",
        [toBuyer, fail, ["chain_transfer", { ...refundSent, refund_id: "rfd_3", sender: "0x3" }], holdAgain],
        "has moved money",
      ],
    ])("never gets %s", async ([, steps, message]) => {
      expect(await refusal(...kept, ...steps)).toContain(message);
    });

    const sent: Step = ["chain_transfer", { ...refundSent, refund_id: "rfd_3", sender: "0x3" }];
    const toMerchant: Step = [
      "chain_transfer",
      { ...transfer, payment_id: "pay_2", kind: "settlement", sender: "0x3" },
    ];
    test.for<[string, Step[], string]>([
      ["the buyer's", [toBuyer, sent], "accepted"],
      ["not the merchant's", [toBuyer, toMerchant], "a settlement transfer of pay_2 is not what its payout pays"],
      ["no refund that it doesn't pay", [sent], "a refund transfer of pay_2 is not what its payout pays"],
    ])("is recorded as %s", async ([, steps, answer]) => {
      expect(await refusal(...kept, ...steps)).toBe(answer);
    });

    test("is the only one that is held again", async () => {
      expect(await refusal(failed, holdAgain)).toBe("payout pay_1 was not for a refund");
    });
  });

  test("gets no other destination while it is under way", async () => {
    const update = "UPDATE payout SET destination = 'eip155:1:0x7'";
    expect(await refusal(["payout", payout], update)).toBe("payout pay_1 keeps its attempt and its destination");
  });
});

describe("a bulk payout", () => {
  test.for(["asset = 'x'", "destination = 'x'", "merchant_id = 'mrch_2'", "payouts = 3", "created_at = now()"])(
    "keeps its terms: %s",
    async (change) => {
      expect(await refusal(["bulk_payout", bulkPayout], `UPDATE bulk_payout SET ${change}`)).toBe(
        "the terms of bulk payout bulk_1 can not change",
      );
    },
  );

  test("that has ended stays ended", async () => {
    const ended: Step = ["bulk_payout", { ...bulkPayout, state: "completed" }];
    expect(await refusal(ended, "UPDATE bulk_payout SET state = 'running'")).toBe("bulk payout bulk_1 has ended");
  });
});

describe("the books", () => {
  const entries = async () =>
    (await client.query("SELECT kind, asset, amount, debit, credit, payment_id FROM ledger_entry ORDER BY id")).rows;
  const asset = "eip155:1/erc20:0x2";

  const ofPayment = { asset, payment_id: "pay_1" };
  const routerBalances = async () =>
    (
      await client.query(`SELECT account, sum(amount)::int AS balance FROM (
        SELECT debit AS account, amount FROM ledger_entry UNION ALL SELECT credit, -amount FROM ledger_entry) AS side
        WHERE account LIKE 'router:%' GROUP BY account`)
    ).rows;

  test.for([
    [
      "to the merchant",
      forwarded,
      { ...ofPayment, kind: "settled", amount: "99", debit: "merchant:mrch_1", credit: "router:1:0x7" },
    ],
    [
      "to the treasury",
      held,
      { ...ofPayment, kind: "held", amount: "99", debit: "treasury:1:0x3", credit: "router:1:0x7" },
    ],
  ] as const)(
    "have an entry for each transfer of a collection that is forwarded %s, and nothing is left in the router",
    async ([, net, entry]) => {
      for (const row of [transfer, net, feeSent]) await run(["chain_transfer", row]);
      expect(await entries()).toEqual([
        { ...ofPayment, kind: "collected", amount: "100", debit: "router:1:0x7", credit: "buyers" },
        entry,
        { ...ofPayment, kind: "fee_sent", amount: "1", debit: "treasury:1:0x5", credit: "router:1:0x7" },
      ]);
      expect(await routerBalances()).toEqual([{ account: "router:1:0x7", balance: 0 }]);
    },
  );

  test("credit the treasury for a payout of held money, which has a transaction of its own", async () => {
    const paid = { ...forwarded, tx_hash: hash("bb"), sender: "0x3" };
    for (const row of [transfer, held, feeSent, paid]) await run(["chain_transfer", row]);
    expect((await entries()).slice(3)).toEqual([
      { ...ofPayment, kind: "settled", amount: "99", debit: "merchant:mrch_1", credit: "treasury:1:0x3" },
    ]);
    expect(await routerBalances()).toEqual([{ account: "router:1:0x7", balance: 0 }]);
  });

  test("have three entries for a refund that the merchant's wallet has paid, which leave its accounts as they were", async () => {
    for (const step of requested) await run(step);
    for (const row of [refundCollected, refundSent]) await run(["chain_transfer", row]);
    const common = { asset, amount: "60", payment_id: "pay_2" };
    expect(await entries()).toEqual([
      { ...common, kind: "refund_owed", debit: "merchant:mrch_1", credit: "buyers" },
      { ...common, kind: "refund_collected", debit: "router:1:0x7", credit: "merchant:mrch_1" },
      { ...common, kind: "refunded", debit: "buyers", credit: "router:1:0x7" },
    ]);
    expect(await routerBalances()).toEqual([{ account: "router:1:0x7", balance: 0 }]);
  });

  test.for([held, feeSent])("refuse a $kind transfer outside its collection's transaction", async (row) => {
    const message = `a ${row.kind} transfer of pay_1 is in another transaction than its collection`;
    await client.query("SAVEPOINT one");
    expect(await refusal(["chain_transfer", row])).toBe(message);
    await client.query("ROLLBACK TO SAVEPOINT one");
    expect(await refusal(["chain_transfer", transfer], ["chain_transfer", { ...row, tx_hash: hash("bb") }])).toBe(
      message,
    );
  });

  test("record what a payout owes, and its fee, if any", async () => {
    await run(["payout", payout]);
    const owes = { asset, debit: "buyers", payment_id: "pay_1" };
    expect(await entries()).toEqual([
      { ...owes, kind: "owed", amount: "99", credit: "merchant:mrch_1" },
      { ...owes, kind: "fee", amount: "1", credit: "fees:prt_1" },
    ]);
    await client.query("UPDATE payout SET state = 'submitted'");
    expect(await entries()).toHaveLength(2);
  });

  test("record the cost of a relay transaction, once it is known", async () => {
    await run(["relay_transaction", mined]);
    await client.query("UPDATE relay_transaction SET state = 'final', gas_cost = 21000");
    await client.query("UPDATE relay_transaction SET updated_at = now()");
    expect(await entries()).toEqual([
      {
        ...{ kind: "gas", asset: "eip155:1/native", amount: "21000", debit: "gas", credit: "treasury:1:0x3" },
        payment_id: null,
      },
    ]);
  });
});

describe("a relayer wallet's next nonce", () => {
  test("goes forward", async () => {
    expect(await refusal(["relayer_wallet", wallet], "UPDATE relayer_wallet SET next_nonce = 9")).toBe("accepted");
  });

  const quarantined = { ...wallet, quarantined_at: new Date(), unknown_from: 5 };

  test("never goes back outside of a quarantine", async () => {
    const answer = await refusal(["relayer_wallet", wallet], "UPDATE relayer_wallet SET next_nonce = 6");
    expect(answer).toBe("the nonce of relayer wallet 0x3 can not go back");
  });

  test("goes back in a quarantine, and never to one that a transaction has", async () => {
    const other = { ...mined, nonce: 5 };
    const steps: Step[] = [
      ["relayer_wallet", quarantined],
      ["relay_transaction", other],
    ];
    expect(await refusal(...steps, "UPDATE relayer_wallet SET next_nonce = 6")).toBe("accepted");
    const answer = await refusal("UPDATE relayer_wallet SET next_nonce = 5");
    expect(answer).toBe("the nonce of relayer wallet 0x3 can not go back");
  });
});

describe("the outflow of a wallet's day", () => {
  const day = { chain_id: 1, wallet: "0x3", asset: "eip155:1/native", day: "2026-11-25", used: 9, allowed: 5 };

  test("grows", async () => {
    expect(await refusal(["outflow_day", day], "UPDATE outflow_day SET used = 10, allowed = 6")).toBe("accepted");
  });

  test.for(["used = 8", "allowed = 4"])("never shrinks (%s)", async (change) => {
    const answer = await refusal(["outflow_day", day], `UPDATE outflow_day SET ${change}`);
    expect(answer).toBe("the outflow of wallet 0x3 on 2026-11-25 can not go back");
  });
});

describe("a transfer that no payment explains", () => {
  test.for([
    ["open", "accepted"],
    ["kept", "wallet transfer 1 can not go from pending to kept"],
  ] as const)("that is pending may become open, and nothing else: %s", async ([state, answer]) => {
    const change = `UPDATE wallet_transfer SET state = '${state}', ${state === "kept" ? "note = 'n', resolved_by = 'p'" : "note = NULL"}`;
    expect(await refusal(["wallet_transfer", walletTransfer], change)).toBe(answer);
  });

  test("never changes", async () => {
    const change = "UPDATE wallet_transfer SET amount = 6, state = 'open'";
    expect(await refusal(["wallet_transfer", walletTransfer], change)).toBe("wallet transfer 1 can not change");
  });

  test.for([
    ["state = 'open', note = NULL, resolved_by = NULL", "the finding about wallet transfer 1 can not change"],
    ["state = 'loss'", "wallet transfer 1 can not go from kept to loss"],
  ] as const)("keeps its finding: %s", async ([change, answer]) => {
    expect(await refusal(["wallet_transfer", keptTransfer], `UPDATE wallet_transfer SET ${change}`)).toBe(answer);
  });

  test("is deleted only while it is pending", async () => {
    expect(await refusal(["wallet_transfer", walletTransfer], "DELETE FROM wallet_transfer")).toBe("accepted");
    expect(await refusal(["wallet_transfer", keptTransfer], "DELETE FROM wallet_transfer")).toBe(
      "wallet transfer 1 can not be deleted",
    );
  });
});

describe("a transfer of a treasury's owner", () => {
  const other = `log 0 of ${ownerTransfer.tx_hash} is recorded as something else`;

  test.for<[string, Step]>([
    ["a payment", ["chain_transfer", { ...transfer, tx_hash: ownerTransfer.tx_hash, log_index: 0 }]],
    ["a person's finding", ["wallet_transfer", { ...keptTransfer, tx_hash: ownerTransfer.tx_hash, log_index: 0 }]],
  ])("is refused when its log is that of %s", async ([, given]) => {
    expect(await refusal(given, ["owner_transfer", ownerTransfer])).toBe(other);
  });

  test("adds up to its payouts", async () => {
    expect(await refusal(["owner_transfer", ownerTransfer], "SET CONSTRAINTS ALL IMMEDIATE")).toBe(
      `the payouts of log 0 of ${ownerTransfer.tx_hash} do not add up to it`,
    );
  });

  test("alone has parts", async () => {
    expect(await refusal(["chain_transfer", { ...transfer, part: 1 }])).toMatch(/ has no parts$/);
  });
});

describe("a movement", () => {
  test.for([
    ["another amount", "amount = 6"],
    ["another destination", "destination = '0x8'"],
    ["another reason", "reason = 'none'"],
  ] as const)("never gets %s", async ([, change]) => {
    expect(await refusal(["movement", movement], `UPDATE movement SET ${change}`)).toBe(
      "movement mov_1 can not change",
    );
  });

  test.for([
    ["final", finalMovement],
    ["failed", failedMovement],
  ] as const)("that is %s stays it", async ([, row]) => {
    const again =
      "UPDATE movement SET state = 'sent', tx_hash = NULL, block_number = NULL, moved = NULL, failure = NULL";
    expect(await refusal(["movement", row], `${again}, ended_at = NULL`)).toBe("movement mov_1 has ended");
  });

  test("is booked when it is final, to the operator of its chain", async () => {
    expect(await refusal(["movement", movement], toFinal)).toBe("accepted");
    const entries = "SELECT kind, asset, amount, debit, credit, movement_id, tx_hash, block_number FROM wallet_entry";
    expect((await client.query(entries)).rows).toEqual([
      {
        ...{
          kind: "movement",
          asset: "eip155:1/erc20:0x2",
          amount: "5",
          debit: "operator:1",
          credit: "treasury:1:0x3",
        },
        ...{ movement_id: "mov_1", tx_hash: "0x1", block_number: "2" },
      },
    ]);
  });

  test("that returns a transfer takes it out of the tokens that wait for a person", async () => {
    const openTransfer: Step[] = [
      ["wallet_transfer", walletTransfer],
      "UPDATE wallet_transfer SET state = 'open'",
      ["movement", returning],
    ];
    expect(await refusal(...openTransfer, toFinal)).toBe("accepted");
    const { rows } = await client.query("SELECT kind, debit, credit FROM wallet_entry ORDER BY id");
    expect(rows).toEqual([
      { kind: "received", debit: "treasury:1:0x3", credit: "suspense:received" },
      { kind: "movement", debit: "suspense:received", credit: "treasury:1:0x3" },
    ]);
    expect((await client.query("SELECT state, note, resolved_by FROM wallet_transfer")).rows).toEqual([
      { state: "returned", note: "cold storage", resolved_by: "test" },
    ]);
  });

  const found = "note = 'n', resolved_by = 'p'";
  test.for<[string, string, Step[]]>([
    ["kept", "while it is being sent back", [["movement", returning]]],
    ["returned", "before its movement is final", [["movement", returning]]],
    ["returned", "without a movement", []],
  ])("is the only one to resolve a transfer: not %s %s", async ([state, , steps]) => {
    const opened: Step[] = [["wallet_transfer", walletTransfer], "UPDATE wallet_transfer SET state = 'open'", ...steps];
    const answer = await refusal(...opened, `UPDATE wallet_transfer SET state = '${state}', ${found}`);
    expect(answer).toBe(`wallet transfer 1 is not ${state} by a movement`);
  });
});

describe("a decision about money of our wallets", () => {
  const decided: [string, string, Step[]][] = [
    [
      "a finding",
      "stray_transfer.kept test ours",
      [
        ["wallet_transfer", walletTransfer],
        "UPDATE wallet_transfer SET state = 'open'",
        "UPDATE wallet_transfer SET state = 'kept', note = 'ours', resolved_by = 'test'",
      ],
    ],
    ["a finding at once", "stray_transfer.kept test ours", [["wallet_transfer", keptTransfer]]],
    ["a movement", "movement.ordered test cold storage", [["movement", movement]]],
    ["a correction", "books.corrected test counted twice", [["wallet_entry", correction]]],
    [
      "an explanation of an unknown transaction",
      "unknown_transaction.explained test our own test",
      [
        ["relayer_wallet", wallet],
        ["unknown_transaction", unknown],
        "UPDATE unknown_transaction SET resolution = 'our own test', resolved_by = 'test'",
      ],
    ],
  ];
  test.for(decided)("has an entry in the operator's audit log: %s", async ([, said, steps]) => {
    expect(await refusal(...steps)).toBe("accepted");
    const { rows } = await client.query(
      "SELECT concat_ws(' ', action, actor_name, reason) AS said FROM operator_audit_entry",
    );
    expect(rows).toEqual([{ said }]);
  });

  test("names its author, or an unknown transaction stays unexplained", async () => {
    const steps: Step[] = [
      ["relayer_wallet", wallet],
      ["unknown_transaction", unknown],
    ];
    expect(await refusal(...steps, "UPDATE unknown_transaction SET resolution = 'ours'")).toContain("actor_name");
  });
});

test("every before-trigger and every partial unique index of the database is covered above", async () => {
  const triggers = await client.query<{ name: string }>(`SELECT tgname AS name FROM pg_trigger t
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
    "unknown_transaction_kept",
    "unknown_transaction_not_truncated",
    "wallet_entry_append_only",
    "wallet_entry_not_truncated",
    "wallet_transfer_guard",
    "wallet_transfer_not_truncated",
    "wallet_transfer_returns",
  ]);
  const indexes = await client.query<{ name: string }>(`SELECT indexrelid::regclass::text AS name FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND indisunique AND indpred IS NOT NULL`);
  expect(indexes.rows.map(({ name }) => name).sort()).toEqual([
    "alarm_open",
    "bulk_payout_running",
    "chain_transfer_payment_id_kind_key",
    "chain_transfer_refund_id_kind_key",
    "event_of_payment",
    "invitation_open",
    "ledger_entry_payment_id_kind_key",
    "ledger_entry_refund_id_kind_key",
    "movement_returns_once",
    "payment_attempt_one_live",
    "payment_attempt_one_live_refund",
    "relay_transaction_attempt_key",
    "relay_transaction_movement_key",
    "relay_transaction_payout_key",
    "webhook_replay_running",
  ]);
});
