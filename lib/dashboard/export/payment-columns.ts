import { findChain } from "#lib/chain/chains.ts";
import { findToken, type Token } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatAtomic, formatPercentage, formatUnit, type Money } from "#lib/core/money.ts";
import { isChosen } from "#lib/dashboard/present/payment.ts";
import type { PaymentWithOrder } from "#lib/domain/payments/listing/repository.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";

type Column = { name: string; about: string; read: (payment: PaymentWithOrder, now: Date) => string };

const column = (name: string, about: string, read: Column["read"]): Column => ({ name, about, read });

/**
 * The columns of the export, in order, as documented in docs/payments-export.md. Amounts are exact decimals whose unit
 * is in another column; times are ISO 8601 in UTC; values that don't apply are empty.
 */
export const paymentColumns: readonly Column[] = [
  column("payment_id", "The payment's id.", ({ id }) => id),
  column("created_at", "When it was created.", ({ createdAt }) => createdAt.toISOString()),
  column("updated_at", "When it last changed.", ({ updatedAt }) => updatedAt.toISOString()),
  column("expires_at", "When it expires.", ({ expiresAt }) => expiresAt.toISOString()),
  column("reference", "Your own reference.", ({ referenceId }) => referenceId),
  column("status", "As the API names it, at the time of the export.", statusAt),
  column("refunded_at", "When it was refunded in full.", ({ refundedAt }) => refundedAt?.toISOString() ?? ""),
  column("merchant_id", "The merchant's id.", ({ merchant }) => merchant.id),
  column("merchant_name", "The merchant's current name.", ({ merchant }) => merchant.name),
  column("amount", "The requested amount.", ({ amount }) => formatMoney(amount)),
  column("amount_unit", "Its unit, as the API writes it.", ({ amount }) => formatUnit(amount.unit)),
  column("amount_symbol", "The same as a currency code or token symbol.", ({ amount }) => symbolOf(amount)),
  column("fee", "The fee on the amount, in the same unit.", ({ amount: { unit }, fees }) =>
    formatMoney({ unit, value: fees.total }),
  ),
  column("fee_percentage", "The percentage of the fee schedule.", ({ fees }) => formatPercentage(fees.partsPerMillion)),
  column("fiat_amount", "What the amount was worth at creation.", ({ fiat }) =>
    formatAtomic(fiat.value, findCurrency(fiat.currency)?.decimals ?? 2),
  ),
  column("fiat_currency", "The currency of that value.", ({ fiat }) => fiat.currency),
  column(
    "token_amount",
    "What the buyer pays, in the token of their choice.",
    inToken(({ amount }) => amount),
  ),
  column(
    "token_fee",
    "The fee, in the same token.",
    inToken(({ fee }) => fee),
  ),
  column(
    "token_net",
    "The merchant's share of it.",
    inToken(({ amount, fee }) => amount - fee),
  ),
  column("token_symbol", "The token.", (payment) => chosenToken(payment)?.symbol ?? ""),
  column("token_asset", "The token's CAIP-19 id.", (payment) =>
    isChosen(payment) ? (payment.token?.asset ?? "") : "",
  ),
  column("network", "The network's name.", (payment) => {
    const chainId = chosenToken(payment)?.chainId;
    return chainId === undefined ? "" : (findChain(chainId)?.name ?? "");
  }),
  column("buyer_account", "The buyer's CAIP-10 account.", ({ buyer }) => buyer?.account ?? ""),
  column("buyer_wallet", "The app that the buyer paid with.", ({ buyer }) => buyer?.appName ?? ""),
  column(
    "transaction_hash",
    "The transaction that collected it from the buyer.",
    ({ transaction }) => transaction?.hash ?? "",
  ),
  column(
    "settlement_hash",
    "The transaction that paid the merchant, usually the same one.",
    ({ settlementTxHash }) => settlementTxHash ?? "",
  ),
  column("refunded_amount", "How much of the token amount has been refunded so far.", (payment) =>
    payment.refunded === 0n ? "" : inToken(() => payment.refunded)(payment, payment.createdAt),
  ),
  column("settled_at", "When that was final.", ({ settledAt }) => settledAt?.toISOString() ?? ""),
  column("description", "The purchase in your words.", ({ order }) => order.description ?? ""),
  column("line_items", "The lines of the order as JSON, with totals in the unit of the amount.", ({ order, amount }) =>
    formatItems(order, amount.unit),
  ),
];

function formatItems({ lineItems }: PaymentWithOrder["order"], unit: Money["unit"]): string {
  if (lineItems.length === 0) return "";
  const items = lineItems.map(({ name, quantity, total }) => ({
    name,
    quantity,
    total: formatMoney({ unit, value: total }),
  }));
  return JSON.stringify(items);
}

function chosenToken(payment: PaymentWithOrder): Token | null {
  return payment.token === null || !isChosen(payment) ? null : findToken(payment.token.asset);
}

function inToken(amountOf: (token: NonNullable<PaymentWithOrder["token"]>) => bigint): Column["read"] {
  return (payment) => {
    const decimals = chosenToken(payment)?.decimals;
    return decimals === undefined || payment.token === null ? "" : formatAtomic(amountOf(payment.token), decimals);
  };
}

function formatMoney({ unit, value }: Money): string {
  const known = unit.kind === "fiat" ? findCurrency(unit.currency) : findToken(unit.asset);
  if (known === null) throw new Error(`unknown unit ${formatUnit(unit)}`);
  return formatAtomic(value, known.decimals);
}

function symbolOf({ unit }: Money): string {
  return unit.kind === "fiat" ? unit.currency : (findToken(unit.asset)?.symbol ?? "");
}
