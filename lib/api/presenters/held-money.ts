import { presentAmount } from "#lib/api/presenters/amount.ts";
import { presentLive } from "#lib/api/presenters/live.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { BulkPayout } from "#lib/domain/payments/payouts/bulk/repository.ts";
import type { HeldMoney, PayableSum } from "#lib/domain/payments/payouts/held/held-money.ts";

const amountOf = (asset: Caip19, value: AtomicAmount) => presentAmount({ unit: { kind: "token", asset }, value });

/** The sum that is held in an asset. */
export function presentHeldSum({ asset, amount, payments }: PayableSum) {
  return { asset, amount: amountOf(asset, amount), payments };
}

/** The money that is held for a merchant, by asset. */
export function presentHeldMoney(held: readonly HeldMoney[], owner: { partnerId: PartnerId }) {
  return {
    ...presentLive(owner),
    held: held.map(({ asset, amount, payments, payable, destination, lastBulkPayout }) => ({
      ...presentHeldSum({ asset, amount, payments }),
      destination,
      isPayable: payable.payments > 0,
      lastPayout: lastBulkPayout && presentOrder({ ...lastBulkPayout, ...owner, asset }),
    })),
  };
}

/** A request to pay out what is held. */
export function presentHeldPayout(order: BulkPayout) {
  return { ...presentOrder(order), amount: amountOf(order.asset, order.amount) };
}

type Order = Omit<BulkPayout, "merchantId" | "amount">;

function presentOrder(order: Order) {
  const { id, asset, destination, payouts: payments, opened, state: status, reason } = order;
  const createdAt = order.createdAt.toISOString();
  return { id, ...presentLive(order), asset, destination, payments, opened, status, reason, createdAt };
}
