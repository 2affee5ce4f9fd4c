import { type Caip19, parseCaip19, toCaip19 } from "#lib/core/caip.ts";

/** A whole number of an asset's smallest unit. Never a `number`: 18 decimals do not fit. */
export type AtomicAmount = bigint;

/** What an amount is counted in: a fiat currency (ISO 4217) or an ERC-20 token (CAIP-19). */
export type Unit = { kind: "fiat"; currency: string } | { kind: "token"; asset: Caip19 };

export type Money = { unit: Unit; value: AtomicAmount };

/** A positive fraction, kept as two integers so that nothing is rounded before the end. */
export type Ratio = { numerator: bigint; denominator: bigint };

const fiatUnit = /^iso4217\/([A-Z]{3})$/;

/** Reads `iso4217/XXX` or `caip19/eip155:…/erc20:0x…`; null when it is neither. */
export function parseUnit(text: string): Unit | null {
  const currency = fiatUnit.exec(text)?.[1];
  if (currency !== undefined) return { kind: "fiat", currency };
  if (!text.startsWith("caip19/")) return null;
  const asset = parseCaip19(text.slice("caip19/".length));
  return asset === null ? null : { kind: "token", asset: toCaip19(asset) };
}

/** Writes a unit as the API spells it. */
export function formatUnit(unit: Unit): string {
  return unit.kind === "fiat" ? `iso4217/${unit.currency}` : `caip19/${unit.asset}`;
}

/** `amount × ratio`, rounded down. Both must not be negative. */
export function multiplyDown(amount: AtomicAmount, { numerator, denominator }: Ratio): AtomicAmount {
  return (amount * numerator) / denominator;
}

/** `amount × ratio`, rounded up. Both must not be negative. */
export function multiplyUp(amount: AtomicAmount, { numerator, denominator }: Ratio): AtomicAmount {
  return (amount * numerator + denominator - 1n) / denominator;
}

/** The product of two fractions. */
export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** The fraction turned over. */
export function invertRatio({ numerator, denominator }: Ratio): Ratio {
  return { numerator: denominator, denominator: numerator };
}

const decimalPattern = /^(\d+)(?:\.(\d+))?$/;

/**
 * Reads a positive decimal such as `1.0825` exactly, as a fraction.
 * @returns null when the text is no plain decimal, or is zero.
 */
export function parseDecimal(text: string): Ratio | null {
  const [, whole, fraction = ""] = decimalPattern.exec(text) ?? [];
  if (whole === undefined) return null;
  const numerator = BigInt(whole + fraction);
  return numerator === 0n ? null : { numerator, denominator: 10n ** BigInt(fraction.length) };
}

/**
 * Turns smallest units into a plain decimal in major units: `(1234n, 2)` → `"12.34"`.
 * No grouping, no exponent; trailing zeros stay.
 */
export function formatAtomic(value: AtomicAmount, decimals: number): string {
  if (decimals === 0) return value.toString();
  const digits = value.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Parts per million of a percentage as the API writes it: 4000 → `"0.4"`. */
export function formatPercentage(partsPerMillion: number): string {
  return formatAtomic(BigInt(partsPerMillion), 4).replace(/\.?0+$/, "");
}
