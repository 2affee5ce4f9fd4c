import { type Caip19, parseCaip19, toCaip19 } from "#lib/core/caip.ts";

/** An integer in the smallest unit of an asset. Never a `number`, which can't represent 18 decimals. */
export type AtomicAmount = bigint;

/** The unit of an amount: a fiat currency (ISO 4217) or an ERC-20 token (CAIP-19). */
export type Unit = { kind: "fiat"; currency: string } | { kind: "token"; asset: Caip19 };

export type Money = { unit: Unit; value: AtomicAmount };

/** A positive fraction of two integers, so that only the result is rounded. */
export type Ratio = { numerator: bigint; denominator: bigint };

const fiatUnit = /^iso4217\/([A-Z]{3})$/;

/** Parses `iso4217/XXX` or `caip19/eip155:…/erc20:0x…`; null when malformed. */
export function parseUnit(text: string): Unit | null {
  const currency = fiatUnit.exec(text)?.[1];
  if (currency !== undefined) return { kind: "fiat", currency };
  if (!text.startsWith("caip19/")) return null;
  const asset = parseCaip19(text.slice("caip19/".length));
  return asset === null ? null : { kind: "token", asset: toCaip19(asset) };
}

/** Formats a unit for the API. */
export function formatUnit(unit: Unit): string {
  return unit.kind === "fiat" ? `iso4217/${unit.currency}` : `caip19/${unit.asset}`;
}

/** Returns `amount × ratio`, rounded down. Neither may be negative. */
export function multiplyDown(amount: AtomicAmount, { numerator, denominator }: Ratio): AtomicAmount {
  return (amount * numerator) / denominator;
}

/** Returns `amount × ratio`, rounded up. Neither may be negative. */
export function multiplyUp(amount: AtomicAmount, { numerator, denominator }: Ratio): AtomicAmount {
  return (amount * numerator + denominator - 1n) / denominator;
}

/** Returns the product of two ratios. */
export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** Returns the reciprocal of a ratio. */
export function invertRatio({ numerator, denominator }: Ratio): Ratio {
  return { numerator: denominator, denominator: numerator };
}

const decimalPattern = /^(\d+)(?:\.(\d+))?$/;

/**
 * Parses a positive decimal such as `1.0825` to an exact ratio.
 * @returns null when the text isn't a plain decimal, or is zero.
 */
export function parseDecimal(text: string): Ratio | null {
  const [, whole, fraction = ""] = decimalPattern.exec(text) ?? [];
  if (whole === undefined) return null;
  const numerator = BigInt(whole + fraction);
  return numerator === 0n ? null : { numerator, denominator: 10n ** BigInt(fraction.length) };
}

/**
 * Formats smallest units as a plain decimal in major units: `(1234n, 2)` → `"12.34"`. Without grouping or exponent; keeps
 * trailing zeros.
 */
export function formatAtomic(value: AtomicAmount, decimals: number): string {
  if (decimals === 0) return value.toString();
  if (value < 0n) return `-${formatAtomic(-value, decimals)}`;
  const digits = value.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * Formats a ratio as a plain decimal, rounded half up to a number of significant digits: `(13/12, 5)` → `"1.0833"`.
 * Digits before the point are never rounded away, and zeros at the end are left out.
 */
export function formatRatio({ numerator, denominator }: Ratio, significantDigits: number): string {
  const whole = numerator / denominator;
  let decimals = Math.max(0, significantDigits - whole.toString().length);
  if (whole === 0n) {
    let leading = 10n;
    for (decimals = significantDigits; numerator * leading < denominator; leading *= 10n) decimals += 1;
  }
  const scale = 10n ** BigInt(decimals);
  const rounded = (2n * numerator * scale + denominator) / (2n * denominator);
  const text = formatAtomic(rounded, decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Formats parts per million as a percentage for the API: 4000 → `"0.4"`. */
export function formatPercentage(partsPerMillion: number): string {
  return formatAtomic(BigInt(partsPerMillion), 4).replace(/\.?0+$/, "");
}
