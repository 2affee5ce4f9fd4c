import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import { type AtomicAmount, formatUnit, type Money } from "#lib/core/money.ts";
import {
  amount,
  bigint,
  boolean,
  enumeration,
  field,
  integer,
  joined,
  json,
  nullable,
  numeric,
  plain,
  text,
  timestamp,
  type ValueOf,
  whole,
  writableField,
} from "#lib/db/fields.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";
import { storedUnit } from "#lib/domain/payments/stored-unit.ts";

export const paymentStatuses = [
  "requires_action",
  "processing",
  "succeeded",
  "failed",
  "expired",
  "cancelled",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export type FailureCode = "declined_user";
export type CancelledReason = "cancelled_by_merchant" | "cancelled_by_user";

/** The time and reason of a cancellation. */
export type Cancellation = { at: Date; reason: CancelledReason };

/** The collected amount and its transaction, once final on chain. */
export type PaymentResult = { txHash: string; asset: Caip19; amount: AtomicAmount };

/** A line of an order. `total` is the line's, not the unit's, in the smallest units of the payment's amount. */
export type LineItem = { name: string; quantity: number; total: AtomicAmount };

// Columns that several fields read.
const status = enumeration<PaymentStatus>("payment_status");
const cancelledReason = nullable(enumeration<CancelledReason>("cancelled_reason"));
const txHash = nullable(text());
const settlementTxHash = nullable(text());
const settledAt = nullable(timestamp());
const refundedAt = nullable(timestamp());
const tokenAsset = nullable(text<Caip19>());
const tokenAmount = nullable(numeric());
const buyerAccount = nullable(text<Caip10>());
const feeSchedule = { fee_currency: text(), fee_fixed: numeric(), fee_ppm: integer() };

/** The fields that polls need. */
export const snapshotFields = {
  id: plain("id", text<PaymentId>()),
  partnerId: plain("partner_id", text<PartnerId>()),
  merchantId: plain("merchant_id", text<MerchantId>()),
  /** May still be requires_action after the expiry. */
  storedStatus: plain("status", status),
  version: plain("version", integer()),
  expiresAt: plain("expires_at", timestamp()),
  /** It has a deposit address, and stays open after its expiry until the chain shows that nothing came. */
  hasDepositAddress: plain("has_deposit_address", boolean()),
  failureCode: plain("failure_code", nullable(enumeration<FailureCode>("failure_code"))),
  result: field(
    { status, tx_hash: txHash, token_asset: tokenAsset, token_amount: tokenAmount },
    ({ status: stored, tx_hash: hash, token_asset: asset, token_amount: value }): PaymentResult | null =>
      stored === "succeeded" && hash !== null && asset !== null && value !== null
        ? { txHash: hash, asset, amount: BigInt(value) }
        : null,
  ),
};

/** The partner's labels of a payment: in details, lists, events and exports. */
const labelFields = {
  referenceId: plain("reference_id", text()),
};

/** The purchase as the buyer sees it. It never changes. Lists leave it out, because it can be larger than all the rest. */
export const orderFields = {
  /** The purchase in the merchant's words. */
  description: plain("description", nullable(text())),
  /** Their totals needn't add up to the amount. */
  lineItems: writableField(
    // Totals are digits, because a JSON number can't hold every amount. None are null.
    { line_items: nullable(json<{ name: string; quantity: number; total: string }[]>()) },
    ({ line_items: items }): readonly LineItem[] =>
      (items ?? []).map(({ name, quantity, total }) => ({ name, quantity, total: BigInt(total) })),
    (items) => ({ line_items: items.length === 0 ? null : storedLineItems(items) }),
  ),
};

/** When the last transfer may arrive at a deposit address of the payment; null for a payment that takes no transfers. */
const depositUntil = plain("deposit_until", nullable(timestamp()));

/** The fields of details and of lists. */
const commonFields = {
  ...labelFields,
  amount: writableField(
    { unit: text(), value: numeric() },
    ({ unit, value }): Money => ({ unit: storedUnit(unit), value: BigInt(value) }),
    ({ unit, value }) => ({ unit: formatUnit(unit), value }),
  ),
  createdAt: plain("created_at", timestamp()),
  /** The time of its last event, or of its creation. */
  updatedAt: plain("updated_at", timestamp()),
  /** When the payment was refunded in full; its status stays succeeded. */
  refundedAt: plain("refunded_at", refundedAt),
  /** The amount that was refunded so far, in smallest units of the token that was paid. */
  refunded: field(
    { refunded_amount: nullable(numeric()) },
    ({ refunded_amount: refunded }): AtomicAmount => BigInt(refunded ?? 0),
  ),
};

export const paymentFields = {
  ...snapshotFields,
  ...commonFields,
  ...orderFields,
  depositUntil,
  fees: writableField(
    feeSchedule,
    ({ fee_currency: currency, fee_fixed: fixed, fee_ppm: partsPerMillion }): FeeSchedule => ({
      currency,
      fixed: BigInt(fixed),
      partsPerMillion,
    }),
    ({ currency, fixed, partsPerMillion }) => ({
      fee_currency: currency,
      fee_fixed: fixed,
      fee_ppm: partsPerMillion,
    }),
  ),
  /** When the collection became final on chain. */
  succeededAt: plain("succeeded_at", nullable(timestamp())),
  buyer: field(
    { buyer_account: buyerAccount, buyer_app_id: nullable(text()) },
    ({ buyer_account: account, buyer_app_id: appId }) => (account === null ? null : { account, appId }),
  ),
  settlement: field(
    { settled_at: settledAt, settlement_tx_hash: settlementTxHash, token_asset: tokenAsset },
    ({ settled_at: at, settlement_tx_hash: hash, token_asset: asset }) =>
      at === null || hash === null || asset === null ? null : { asset, txHash: hash, settledAt: at },
  ),
  cancellation: field(
    { cancelled_at: nullable(timestamp()), cancelled_reason: cancelledReason },
    ({ cancelled_at: at, cancelled_reason: reason }): Cancellation | null =>
      at === null || reason === null ? null : { at, reason },
  ),
  /** Redirects of the hosted checkout after the payment has ended. */
  checkout: writableField(
    { success_url: nullable(text()), error_url: nullable(text()) },
    ({ success_url: successUrl, error_url: errorUrl }) =>
      successUrl === null || errorUrl === null ? null : { successUrl, errorUrl },
    (checkout) => ({ success_url: checkout?.successUrl ?? null, error_url: checkout?.errorUrl ?? null }),
  ),
};

const fiat = writableField(
  { fiat_currency: text(), fiat_value: numeric() },
  ({ fiat_currency: currency, fiat_value: value }) => ({ currency, value: BigInt(value) }),
  ({ currency, value }) => ({ fiat_currency: currency, fiat_value: value }),
);

/** The fields of a payment that is checked and priced, but not stored yet. */
export const newPaymentFields = {
  id: snapshotFields.id,
  partnerId: snapshotFields.partnerId,
  merchantId: snapshotFields.merchantId,
  ...labelFields,
  ...orderFields,
  /** An amount in a token is the token's from the start; one in fiat once the buyer has confirmed. */
  amount: writableField(
    { ...commonFields.amount.columns, token_asset: tokenAsset, token_amount: tokenAmount },
    commonFields.amount.read,
    (money) => {
      const { unit, value } = money;
      const token = unit.kind === "token" ? { asset: unit.asset, amount: value } : null;
      const columns = { token_asset: token?.asset ?? null, token_amount: token?.amount ?? null };
      return { ...commonFields.amount.write(money), ...columns };
    },
  ),
  fees: paymentFields.fees,
  createdAt: commonFields.createdAt,
  expiresAt: snapshotFields.expiresAt,
  depositUntil,
  checkout: paymentFields.checkout,
  /** The amount in fiat: as requested, or a token amount at the par of its peg. */
  fiat,
  /** Millionths of a US dollar, for sorting. */
  amountRank: amount("amount_rank"),
  /** In the amount's own smallest units. */
  feeTotal: amount("fee_total"),
};

/** The fields that events set besides the status. One that an event leaves out keeps its value. */
export const changeFields = {
  failureCode: snapshotFields.failureCode,
  cancelledReason: plain("cancelled_reason", cancelledReason),
  buyerAccount: plain("buyer_account", buyerAccount),
  buyerAppId: plain("buyer_app_id", nullable(text())),
  tokenAsset: plain("token_asset", tokenAsset),
  tokenAmount: amount("token_amount"),
  tokenFee: amount("token_fee"),
  txHash: plain("tx_hash", txHash),
  txNonce: whole("tx_nonce"),
  settlementTxHash: plain("settlement_tx_hash", settlementTxHash),
  refundedAmount: amount("refunded_amount"),
};

/** The fields of a payment in lists. Their statement joins the merchant as `m` and the buyer's app as `a`. */
export const listedFields = {
  id: snapshotFields.id,
  partnerId: snapshotFields.partnerId,
  merchant: field(
    {
      merchant_id: text<MerchantId>(),
      merchant_name: joined("m.name", text()),
      merchant_logo: joined("m.logo_hash", nullable(text())),
    },
    ({ merchant_id: id, merchant_name: name, merchant_logo: logoHash }) => ({ id, name, logoHash }),
  ),
  ...commonFields,
  storedStatus: snapshotFields.storedStatus,
  expiresAt: snapshotFields.expiresAt,
  hasDepositAddress: snapshotFields.hasDepositAddress,
  fiat,
  token: field(
    { token_asset: tokenAsset, token_amount: tokenAmount, token_fee: nullable(numeric()) },
    ({ token_asset: asset, token_amount: value, token_fee: fee }) =>
      asset === null || value === null ? null : { asset, amount: BigInt(value), fee: BigInt(fee ?? 0) },
  ),
  buyer: field(
    {
      buyer_account: buyerAccount,
      app_name: joined("a.name", nullable(text())),
      app_logo: joined("a.logo_hash", nullable(text())),
    },
    ({ buyer_account: account, app_name: appName, app_logo: appLogoHash }) =>
      account === null ? null : { account, appName, appLogoHash },
  ),
  transaction: field({ tx_hash: txHash, tx_nonce: nullable(bigint()) }, ({ tx_hash: hash, tx_nonce: nonce }) =>
    hash === null || nonce === null ? null : { hash, nonce: BigInt(nonce) },
  ),
  fees: field({ fee_total: numeric(), ...feeSchedule }, (row): FeeSchedule & { total: AtomicAmount } => ({
    total: BigInt(row.fee_total),
    ...paymentFields.fees.read(row),
  })),
  settlementTxHash: plain("settlement_tx_hash", settlementTxHash),
  settledAt: plain("settled_at", settledAt),
};

export type PaymentSnapshot = ValueOf<typeof snapshotFields>;
export type PaymentOrder = ValueOf<typeof orderFields>;
export type PaymentLabels = ValueOf<typeof labelFields>;
export type Payment = ValueOf<typeof paymentFields>;
export type NewPayment = ValueOf<typeof newPaymentFields>;
/** The fields that an event sets. `isRefunded`: the payment is refunded in full. */
export type PaymentChange = Partial<ValueOf<typeof changeFields>> & { isRefunded?: boolean };

function storedLineItems(lineItems: readonly LineItem[]): string {
  return JSON.stringify(lineItems.map(({ name, quantity, total }) => ({ name, quantity, total: total.toString() })));
}

/** The fields that a payment's status depends on. */
export type Timed = Pick<PaymentSnapshot, "storedStatus" | "expiresAt" | "hasDepositAddress">;

/**
 * Returns a payment's status at a moment: an open payment past its expiry is expired, recorded or not, unless it has a
 * deposit address.
 */
export function statusAt(payment: Timed, now: Date): PaymentStatus {
  return isPastExpiry(payment, now) && !payment.hasDepositAddress ? "expired" : payment.storedStatus;
}

/** True while a payment can be confirmed, and be given deposit addresses. */
export function isConfirmable({ storedStatus, expiresAt }: Timed, now: Date): boolean {
  return storedStatus === "requires_action" && now < expiresAt;
}

/** True for an open payment that can no longer be confirmed. One with a deposit address may still be paid there. */
export function isPastExpiry({ storedStatus, expiresAt }: Timed, now: Date): boolean {
  return storedStatus === "requires_action" && now >= expiresAt;
}

/** True for a status that never changes again. */
export function isFinal(status: PaymentStatus): boolean {
  return status !== "requires_action" && status !== "processing";
}

/** Returns the recommended polling interval in milliseconds, or null for a final status. */
export function pollInMs(status: PaymentStatus): number | null {
  if (status === "requires_action") return 1_000;
  return status === "processing" ? 500 : null;
}
