/** The part of a shown address that the browser keeps: the code that proves it, and the refund account that was named with it. */
export type KeptCode = { code: string; refundAddress?: string };

type KeptCodes = Readonly<Record<string, KeptCode>>;

const keyOf = (paymentId: string) => `till.deposits.${paymentId}`;

/**
 * Keeps the code of an address before the address is shown. Only its code names a refund account, and it can restore the address should
 * the service lose it. It stays after the payment's end, because money may come late.
 */
export function keepCode(paymentId: string, address: string, kept: KeptCode): void {
  const all = readAll(paymentId);
  try {
    localStorage.setItem(keyOf(paymentId), JSON.stringify({ ...all, [address]: { ...all[address], ...kept } }));
  } catch {
    // Some private windows have no storage. The merchant then approves where a refund goes.
  }
}

/** Returns what is kept of an address; null if this browser wasn't shown it. */
export function recallCode(paymentId: string, address: string): KeptCode | null {
  const kept = readAll(paymentId)[address];
  return typeof kept?.code === "string" ? kept : null;
}

function readAll(paymentId: string): KeptCodes {
  try {
    return JSON.parse(localStorage.getItem(keyOf(paymentId)) ?? "null") ?? {};
  } catch {
    return {};
  }
}
