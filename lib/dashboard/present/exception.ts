import { getChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { toCaip10 } from "#lib/core/caip.ts";
import { presentAccount, presentTransaction } from "#lib/dashboard/present/chain.ts";
import { presentAsset, presentToken } from "#lib/dashboard/present/money.ts";
import { assetOfAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { recipientSweep } from "#lib/domain/payments/deposits/exceptions/decide-exception.ts";
import type { ExceptionView } from "#lib/domain/payments/deposits/exceptions/exception-views.ts";
import { chainOfAsset } from "#lib/domain/payments/deposits/exceptions/open-exception.ts";

/** Presents an exception: what has happened, what can be done, and where money goes. */
export function presentException(view: ExceptionView) {
  const { exception, address: deposit, payment, merchantName, actions } = view;
  const { id, kind, state, merchantId, address, asset, amount, reason, failure, createdAt, endedAt } = exception;
  const { sweepTxHash, refundTxHash } = exception;
  const own = assetOfAddress(deposit);
  const chainId = chainOfAsset(asset);
  const on = (at: `0x${string}`) => presentAccount(toCaip10({ chainId, address: at }));
  return {
    id,
    kind,
    state,
    payment: { id: payment.id, reference: payment.referenceId, status: payment.storedStatus },
    merchant: { id: merchantId, name: merchantName },
    money: presentAsset(asset, amount),
    /** The amount and the fee that the address was given for. */
    asked: presentToken(own, deposit.amount),
    fee: presentToken(own, deposit.fee),
    /** Until when transfers paid the payment. */
    payableUntil: deposit.payableUntil.toISOString(),
    address: on(address),
    /** The merchant's wallet, which gets what is forwarded. */
    recipient: on(deposit.recipient),
    /** The buyer's account for refunds as they named it, on the network of the payment's token; null until they do. */
    refundAccount: deposit.refundAccount && presentAccount(deposit.refundAccount),
    isNative: findToken(asset) === null,
    actions,
    /** The call that only the merchant's wallet can make; null unless the money is on another chain. */
    call: kind === "other_chain" && state === "open" ? presentCall(view) : null,
    forwarding: sweepTxHash === null ? null : presentTransaction(deposit.chainId, sweepTxHash),
    refund: refundTxHash === null ? null : presentTransaction(chainId, refundTxHash),
    reason,
    failure,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function presentCall({ exception, address }: ExceptionView) {
  const { chainId, to, data } = recipientSweep(address, exception);
  const coin = getChain(chainId).nativeSymbol;
  return { chainId, coin, to: presentAccount(toCaip10({ chainId, address: to })), data };
}
