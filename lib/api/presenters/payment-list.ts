import { presentAmount } from "#lib/api/presenters/amount.ts";
import { presentPaymentRefund } from "#lib/api/presenters/payment-refund.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatAtomic, formatPercentage, type Money } from "#lib/core/money.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import type { PaymentPage } from "#lib/domain/payments/listing/list-payments.ts";
import type { ListedPayment } from "#lib/domain/payments/listing/repository.ts";
import { isFinal, statusAt } from "#lib/domain/payments/payment.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import type { PaymentStatistics } from "#lib/domain/payments/statistics/repository.ts";

/** A page of payments with the statistics of the whole filtered set (SPEC, Payment). */
export function presentPaymentList({ payments, statistics, refunds, now }: PaymentPage, nextCursor: string | null) {
  return {
    data: payments.map((payment) => presentListed(payment, refunds.get(payment.id) ?? [], now)),
    nextCursor,
    stats: presentStatistics(statistics),
  };
}

function presentListed(payment: ListedPayment, refunds: readonly Refund[], now: Date) {
  const { merchant, buyer, token, fees, settledAt } = payment;
  const status = statusAt(payment, now);
  const icon = merchant.logoHash === null ? {} : { iconUrl: logoUrl(merchant.logoHash) };
  return {
    paymentId: payment.id,
    merchant: { id: merchant.id, name: merchant.name, ...icon },
    referenceId: payment.referenceId,
    status,
    isTerminal: isFinal(status),
    fiatAmount: presentAmount({ unit: { kind: "fiat", currency: payment.fiat.currency }, value: payment.fiat.value }),
    ...(token === null ? {} : { tokenAmount: presentAmount(tokenMoney(token.asset, token.amount)) }),
    ...(buyer === null ? {} : { buyer: presentBuyer(buyer) }),
    ...presentTransaction(payment),
    ...(status === "succeeded" ? { settlement: presentSettlement(payment) } : {}),
    fees: {
      total: presentAmount({ unit: payment.amount.unit, value: fees.total }),
      fixed: presentAmount({ unit: { kind: "fiat", currency: fees.currency }, value: fees.fixed }),
      percentage: formatPercentage(fees.partsPerMillion),
    },
    createdAt: payment.createdAt.toISOString(),
    lastUpdatedAt: payment.updatedAt.toISOString(),
    ...(settledAt === null ? {} : { settledAt: settledAt.toISOString() }),
    ...presentPaymentRefund({ ...payment, paid: token, refunds }, now),
  };
}

function tokenMoney(asset: NonNullable<ListedPayment["token"]>["asset"], value: bigint): Money {
  return { unit: { kind: "token", asset }, value };
}

function presentBuyer({ account, appName, appLogoHash }: NonNullable<ListedPayment["buyer"]>) {
  return {
    accountCaip10: account,
    ...(appName === null ? {} : { accountProviderName: appName }),
    ...(appLogoHash === null ? {} : { accountProviderIcon: logoUrl(appLogoHash) }),
  };
}

/** `networkId` is the bare chain id, as existing clients read it (WIRE, Payments). */
function presentTransaction({ transaction, token }: ListedPayment) {
  if (transaction === null || token === null) return {};
  const networkId = token.asset.slice("eip155:".length, token.asset.indexOf("/"));
  return { transaction: { networkId, hash: transaction.hash, nonce: Number(transaction.nonce) } };
}

function presentSettlement({ token, settlementTxHash }: ListedPayment) {
  if (token === null || settlementTxHash === null) return { settled: false };
  const amount = presentAmount(tokenMoney(token.asset, token.amount - token.fee));
  return { settled: true, amount, txHash: settlementTxHash };
}

function presentStatistics({ payments, customers, revenue, refunded }: PaymentStatistics) {
  return {
    totalRevenue: revenue.map(presentSum),
    totalRefunded: refunded.map(presentSum),
    totalTransactions: payments,
    totalCustomers: customers,
  };
}

function presentSum({ currency, value }: PaymentStatistics["revenue"][number]) {
  return { amount: Number(formatAtomic(value, findCurrency(currency)?.decimals ?? 2)), currency };
}
