import { toCaip10 } from "#lib/core/caip.ts";
import { presentAccount } from "#lib/dashboard/present/chain.ts";
import { presentToken } from "#lib/dashboard/present/money.ts";
import { assetOfAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import type { ShownDeposit } from "#lib/domain/payments/deposit-addresses/find-deposit.ts";

/** Presents the address at which a payment takes transfers, and what has arrived there. */
export function presentDeposit({ address: deposit, arrived }: ShownDeposit) {
  const { chainId, address, state, amount, payableUntil, refundAccount } = deposit;
  const asset = assetOfAddress(deposit);
  return {
    address: presentAccount(toCaip10({ chainId, address })),
    /** False once the payment has ended: it is no longer paid by transfers. */
    isOpen: state === "open",
    amount: presentToken(asset, amount),
    received: presentToken(asset, arrived.received),
    pending: presentToken(asset, arrived.pending),
    missing: presentToken(asset, arrived.missing),
    payableUntil: payableUntil.toISOString(),
    refundAccount: refundAccount && presentAccount(refundAccount),
  };
}
