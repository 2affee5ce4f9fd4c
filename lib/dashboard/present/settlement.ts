import { chainIdOf } from "#lib/core/caip.ts";
import { presentAccount, presentTransaction } from "#lib/dashboard/present/chain.ts";
import { presentToken } from "#lib/dashboard/present/money.ts";
import type { MerchantBalance } from "#lib/domain/payments/settlements/balances.ts";
import type { Settlement } from "#lib/domain/payments/settlements/settlements.ts";
import type { StatementLine, StatementTotals } from "#lib/domain/payments/settlements/statement.ts";

/** Presents the settlement of a payment. */
export function presentSettlement(settlement: Settlement) {
  const { paymentId, referenceId, merchantId, merchantName, state, asset, amount, moved, fee, destination } =
    settlement;
  const { txHash, createdAt, settledAt } = settlement;
  return {
    paymentId,
    referenceId,
    merchantId,
    merchantName,
    state,
    money: presentToken(asset, amount),
    moved: presentToken(asset, moved),
    fee: presentToken(asset, fee),
    destination: destination && presentAccount(destination),
    transaction: txHash === null ? null : presentTransaction(chainIdOf(asset), txHash),
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** Presents a merchant's money in one asset. */
export function presentBalance(balance: MerchantBalance) {
  const { merchantId, merchantName, isMerchantDeleted, asset, payments, received, paidOut, held, refunded } = balance;
  return {
    merchantId,
    merchantName,
    isMerchantDeleted,
    asset,
    payments,
    received: presentToken(asset, received),
    paidOut: presentToken(asset, paidOut),
    held: presentToken(asset, held),
    refunded: presentToken(asset, refunded),
  };
}

/** Presents the sums of a month in one asset. */
export function presentTotals({ asset, payments, payouts, refunds, heldRefunds, ...amounts }: StatementTotals) {
  const show = (amount: bigint) => presentToken(asset, amount);
  return {
    asset,
    payments,
    payouts,
    refunds,
    heldRefunds,
    opening: show(amounts.opening),
    received: show(amounts.net + amounts.fees),
    fees: show(amounts.fees),
    net: show(amounts.net),
    paidOut: show(amounts.paidOut),
    closing: show(amounts.closing),
    refunded: show(amounts.refunded),
    heldRefunded: show(amounts.heldRefunded),
  };
}

/** Presents a movement of a statement. */
export function presentLine({ kind, at, paymentId, referenceId, asset, amount, fee, txHash }: StatementLine) {
  return {
    kind,
    paymentId,
    referenceId,
    at: at.toISOString(),
    money: presentToken(asset, amount),
    fee: presentToken(asset, fee),
    transaction: txHash === null ? null : presentTransaction(chainIdOf(asset), txHash),
  };
}
