import { presentAmount } from "#lib/api/presenters/amount.ts";
import { presentLive } from "#lib/api/presenters/live.ts";
import { presentLabels } from "#lib/api/presenters/payment.ts";
import { presentPaymentRefund } from "#lib/api/presenters/payment-refund.ts";
import { formatPercentage, type Money } from "#lib/core/money.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import type { ListedPayment } from "#lib/domain/payments/listing/repository.ts";
import { isFinal, statusAt } from "#lib/domain/payments/payment.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";

/** A payment as lists and events show it. @param now the moment at which its status is evaluated. */
export function presentListed(payment: ListedPayment, refunds: readonly Refund[], now: Date) {
  const { merchant, buyer, token, fees, settledAt } = payment;
  const status = statusAt(payment, now);
  const icon = merchant.logoHash === null ? {} : { iconUrl: logoUrl(merchant.logoHash) };
  return {
    paymentId: payment.id,
    ...presentLive(payment),
    merchant: { id: merchant.id, name: merchant.name, ...icon },
    ...presentLabels(payment),
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

/** `networkId` is the bare chain id, as existing clients read it. */
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
