import { isEnabled } from "#lib/chain/chains.ts";
import { chainIdOf } from "#lib/core/caip.ts";
import { presentAccount } from "#lib/dashboard/present/chain.ts";
import { presentToken } from "#lib/dashboard/present/money.ts";
import type { NewDestination } from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import type { HeldMoney, PayableSum } from "#lib/domain/payments/payouts/held/held-money.ts";

/** Presents a merchant's held money in one asset, and what prevents its payout. */
export function presentHeld(held: HeldMoney) {
  const { merchantId, merchantName, isMerchantDeleted, asset, payments, amount, payable, destination, lastBulkPayout } =
    held;
  const chainId = chainIdOf(asset);
  return {
    merchantId,
    merchantName,
    isMerchantDeleted,
    asset,
    chainId,
    payments,
    money: presentToken(asset, amount),
    /** The part that Till can send; no payments when only the treasury's owner can. */
    payable: { payments: payable.payments, money: presentToken(asset, payable.amount) },
    isEnabled: isEnabled(chainId),
    destination: destination && presentAccount(destination),
    lastBulkPayout: lastBulkPayout && {
      state: lastBulkPayout.state,
      destination: presentAccount(lastBulkPayout.destination),
      reason: lastBulkPayout.reason,
      payouts: lastBulkPayout.payouts,
      opened: lastBulkPayout.opened,
    },
  };
}

/** Presents sums of held money that new destinations can receive, each with its destination. */
export function presentPayable(sums: readonly PayableSum[], added: readonly NewDestination[]) {
  const destinations = new Map(added.map(({ asset, destination }) => [asset, destination]));
  return sums.flatMap(({ asset, payments, amount }) => {
    const destination = destinations.get(asset);
    return destination === undefined ? [] : [{ asset, payments, money: presentToken(asset, amount), destination }];
  });
}
