import { parseCaip19 } from "#lib/core/caip.ts";
import { presentAccount, presentTransaction, type ShownOnChain } from "#lib/dashboard/present/chain.ts";
import { presentFiat, presentMoney, presentToken, type ShownMoney } from "#lib/dashboard/present/money.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import type { ListedPayment } from "#lib/domain/payments/listing/repository.ts";
import { type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import { netRevenueOf, type PaymentStatistics } from "#lib/domain/payments/statistics/repository.ts";

/** A payment's state as the dashboard shows it: its status, unless it was refunded in full or in part. */
export type ShownState = PaymentStatus | "refunded" | "partly_refunded";

/** Returns the state to show. A refund leaves the status at succeeded. */
export function shownState(
  { refundedAt, refunded }: Pick<ListedPayment, "refundedAt" | "refunded">,
  status: PaymentStatus,
): ShownState {
  if (refundedAt !== null) return "refunded";
  return refunded > 0n ? "partly_refunded" : status;
}

/** A payment in a list. */
export type ShownPayment = {
  id: string;
  reference: string;
  status: PaymentStatus;
  state: ShownState;
  isRefunded: boolean;
  /** The amount in the token that was refunded so far; null for none. */
  refunded: ShownMoney | null;
  /** Null until the payment has succeeded. */
  isSettled: boolean | null;
  merchant: { id: string; name: string };
  /** The requested amount. */
  amount: ShownMoney;
  /** The amount in the token that the buyer chose; null before that. */
  paid: ShownMoney | null;
  /** The address that paid; null before that. */
  buyerAddress: string | null;
  createdAt: string;
};

/** True once the buyer has chosen the token: by confirming, or by a transfer. One asked for in a token has it from the start. */
export function isChosen({ buyer, transaction, hasDepositAddress, storedStatus }: ListedPayment): boolean {
  return buyer !== null || transaction !== null || (hasDepositAddress && storedStatus === "processing");
}

/** Presents a payment in a list. @param now the time at which to evaluate the status. */
export function presentPayment(payment: ListedPayment, now: Date): ShownPayment {
  const { id, referenceId, merchant, amount, token, buyer, settlementTxHash, createdAt, refundedAt, refunded } =
    payment;
  const status = statusAt(payment, now);
  return {
    id,
    reference: referenceId,
    status,
    state: shownState(payment, status),
    isRefunded: refundedAt !== null,
    refunded: token === null || refunded === 0n ? null : presentToken(token.asset, refunded),
    isSettled: status === "succeeded" ? settlementTxHash !== null : null,
    merchant: { id: merchant.id, name: merchant.name },
    amount: presentMoney(amount),
    paid: isChosen(payment) && token !== null ? presentToken(token.asset, token.amount) : null,
    buyerAddress: buyer === null ? null : presentAccount(buyer.account).id,
    createdAt: createdAt.toISOString(),
  };
}

export type ShownBuyer = { account: ShownOnChain; wallet: string | null; walletIconUrl: string | null };

export function presentBuyer(buyer: NonNullable<ListedPayment["buyer"]>): ShownBuyer {
  const { account, appName, appLogoHash } = buyer;
  const walletIconUrl = appLogoHash === null ? null : logoUrl(appLogoHash);
  return { account: presentAccount(account), wallet: appName, walletIconUrl };
}

/** Presents a transaction that moved a token. @param asset the token's CAIP-19 id. */
export function presentTokenTransaction(asset: string, hash: string): ShownOnChain {
  const chainId = parseCaip19(asset)?.chainId;
  if (chainId === undefined) throw new Error(`unreadable asset ${asset}`);
  return presentTransaction(chainId, hash);
}

/** The statistics of a filtered set: revenue, fees and refunds in each currency that has any of them. */
export type ShownStatistics = {
  payments: number;
  customers: number;
  revenue: ShownMoney[];
  fees: ShownMoney[];
  refunded: ShownMoney[];
  /** Revenue less fees and refunds. */
  netRevenue: ShownMoney[];
};

export function presentStatistics(statistics: PaymentStatistics): ShownStatistics {
  const { payments, customers, revenue, fees, refunded } = statistics;
  const present = (sums: typeof revenue) => sums.map(({ currency, value }) => presentFiat(currency, value));
  // A currency without fees or refunds has zero of them, so that no figure is missing for some filters.
  const currencies = [...new Set([...revenue, ...fees, ...refunded].map(({ currency }) => currency))];
  const presentEach = (sums: typeof revenue) =>
    present(
      currencies.map((code) => ({
        currency: code,
        value: sums.find(({ currency }) => currency === code)?.value ?? 0n,
      })),
    );
  return {
    payments,
    customers,
    revenue: presentEach(revenue),
    fees: presentEach(fees),
    refunded: presentEach(refunded),
    netRevenue: present(netRevenueOf(statistics)),
  };
}
