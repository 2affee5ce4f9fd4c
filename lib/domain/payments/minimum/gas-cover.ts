import type { GasPayer } from "#lib/domain/partners/gas-policy-repository.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

/** A payment whose gas the operator pays must be worth at least this many times its gas: less is dust. */
const dustFactor = 4n;

/** Returns the payer of gas: as the partner's policy says, or else the fees, unless there are none. */
export function payerOf(payer: GasPayer | null, { fixed, partsPerMillion }: FeeSchedule): GasPayer {
  return payer ?? (fixed === 0n && partsPerMillion === 0 ? "operator" : "fee");
}

/**
 * Returns the smallest amount whose fee covers the gas, or that is worth a multiple of the gas where the
 * operator pays for it. All amounts are in one unit, rounded up.
 * @param fixed the fixed part of the fee.
 * @returns null when no amount covers it: the fee is fixed, and lower than the gas.
 */
export function minimumAmount(
  gas: bigint,
  { payer, fixed, partsPerMillion }: { payer: GasPayer; fixed: bigint; partsPerMillion: number },
): bigint | null {
  if (payer === "operator") return gas * dustFactor;
  const missing = gas - fixed;
  if (missing <= 0n) return 0n;
  if (partsPerMillion === 0) return null;
  const share = BigInt(partsPerMillion);
  return (missing * 1_000_000n + share - 1n) / share;
}

/** True when a payment's amount and fee cover its gas. All in one unit. */
export function isGasCovered(gas: bigint, { payer, amount, fee }: { payer: GasPayer; amount: bigint; fee: bigint }) {
  return payer === "operator" ? amount >= gas * dustFactor : fee >= gas;
}
