import { presentListed } from "#lib/api/presenters/listed-payment.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatAtomic } from "#lib/core/money.ts";
import type { PaymentPage } from "#lib/domain/payments/reading/list-payments.ts";
import { netRevenueOf, type PaymentStatistics } from "#lib/domain/payments/statistics/repository.ts";

/** A page of payments with the statistics of the whole filtered set. */
export function presentPaymentList({ payments, statistics, refunds, now }: PaymentPage, nextCursor: string | null) {
  return {
    data: payments.map((payment) => presentListed(payment, refunds.get(payment.id) ?? [], now)),
    nextCursor,
    stats: presentStatistics(statistics),
  };
}

function presentStatistics(statistics: PaymentStatistics) {
  const { payments, customers, revenue, fees, refunded } = statistics;
  return {
    totalRevenue: revenue.map(presentSum),
    totalFees: fees.map(presentSum),
    totalRefunded: refunded.map(presentSum),
    totalNetRevenue: netRevenueOf(statistics).map(presentSum),
    totalTransactions: payments,
    totalCustomers: customers,
  };
}

function presentSum({ currency, value }: PaymentStatistics["revenue"][number]) {
  return { amount: Number(formatAtomic(value, findCurrency(currency)?.decimals ?? 2)), currency };
}
