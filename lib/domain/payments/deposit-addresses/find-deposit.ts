import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { assetOfAddress, type WatchedAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { listAddresses } from "#lib/domain/payments/deposit-addresses/repository.ts";
import type { PaymentSnapshot } from "#lib/domain/payments/payment.ts";

/** The amounts that have arrived at an address, in smallest units of its token. */
export type Arrived = {
  /** In final blocks. */
  received: AtomicAmount;
  /** In later ones. */
  pending: AtomicAmount;
  missing: AtomicAmount;
};

/** A payment's address as its buyer is shown it. */
export type ShownDeposit = { address: WatchedAddress; arrived: Arrived };

/**
 * Returns the address that a payment is paid at: the one with money, or the one that was given last; null while none was given.
 * A payment without one costs no question.
 */
export async function findDeposit({
  id,
  hasDepositAddress,
  result,
}: Pick<PaymentSnapshot, "id" | "hasDepositAddress" | "result">): Promise<ShownDeposit | null> {
  const shown = hasDepositAddress ? (await listAddresses(database, id)).filter(isShown) : [];
  const address = shown.toSorted(bySignificance).at(-1);
  if (address === undefined) return null;
  // Once it was collected, it holds nothing.
  const isCollected = result !== null && address.emptiedBlock !== null && result.asset === assetOfAddress(address);
  return { address, arrived: isCollected ? { received: result.amount, pending: 0n, missing: 0n } : arrivedAt(address) };
}

/** Tells what is at an address. */
export function arrivedAt({ amount, seen, received, state }: WatchedAddress): Arrived {
  if (state === "collecting") return { received: amount > received ? amount : received, pending: 0n, missing: 0n };
  const pending = seen > received ? seen - received : 0n;
  const arrived = received + pending;
  return { received, pending, missing: amount > arrived ? amount - arrived : 0n };
}

/** No buyer was shown an address before its terms were in the journal. */
function isShown({ journaledAt }: WatchedAddress): boolean {
  return journaledAt !== null;
}

function bySignificance(a: WatchedAddress, b: WatchedAddress): number {
  const held = ({ seen, received }: WatchedAddress) => (seen > received ? seen : received);
  if (held(a) !== held(b)) return held(a) < held(b) ? -1 : 1;
  return a.createdAt.getTime() - b.createdAt.getTime();
}
