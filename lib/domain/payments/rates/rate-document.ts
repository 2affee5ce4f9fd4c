import { invertRatio, type Ratio } from "#lib/core/money.ts";
import type { RateTable } from "#lib/domain/payments/rates/rate-table.ts";

const dayMs = 24 * 3_600_000;
/** Central banks publish on working days only; a document older than the longest holidays comes from a stopped source. */
const longestAgeMs = 7 * dayMs;

/** JSON.parse with access to the source text of each number (TC39 JSON.parse source text access). */
type ParseWithSource = (
  text: string,
  revive: (key: string, value: unknown, at: { source?: string }) => unknown,
) => unknown;

/**
 * Parses the response of an exchange rate source, in the format that frankfurter, openexchangerates and fixer share:
 * `{ "base": "USD", "date": "2026-11-20", "rates": { "EUR": 0.92, "JPY": "155.1" } }`, with units of each currency for
 * one of the base, as numbers or text, and `timestamp` in Unix seconds instead of `date`. Numbers are read from the
 * source text digit by digit, never as floating point.
 * @param maxAgeMs the age that the rates may have; seven days when left out.
 * @returns the value of one unit of each currency in the base.
 * @throws Error that names the first problem; no part of an invalid document is used.
 */
export function parseRateDocument(text: string, now: Date, maxAgeMs = longestAgeMs): RateTable {
  const document = asObject(parseExactly(text), "the document");
  checkAge(document, now, maxAgeMs);
  const { base } = document;
  if (typeof base !== "string" || !/^[A-Z]{3}$/.test(base)) throw new Error("base is not a currency code");
  const table = new Map<string, Ratio>();
  for (const [code, perBase] of Object.entries(asObject(document.rates, "rates"))) {
    const rate = typeof perBase === "string" ? parseNumber(perBase) : null;
    if (rate === null) throw new Error(`the rate of ${code.slice(0, 12)} is not a positive number`);
    table.set(code, invertRatio(rate));
  }
  table.set(base, { numerator: 1n, denominator: 1n });
  if (!table.has("USD")) throw new Error("there is no rate of USD");
  return table;
}

/** Parses JSON with every number as the string of its digits. */
function parseExactly(text: string): unknown {
  return (JSON.parse as ParseWithSource)(text, (_key, value, at) => {
    if (typeof value !== "number") return value;
    if (at?.source === undefined) throw new Error("this version of Node does not show the text of numbers");
    return at.source;
  });
}

function asObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${name} is not an object`);
  return value as Record<string, unknown>;
}

function checkAge({ timestamp, date }: Record<string, unknown>, now: Date, maxAgeMs: number): void {
  const isStamped = typeof timestamp === "string" && /^\d{9,11}$/.test(timestamp);
  const isDated = typeof date === "string" && /^\d{4}-\d{2}-\d{2}$/.test(date);
  const asOfMs = isStamped ? Number(timestamp) * 1_000 : Date.parse(isDated ? date : "");
  if (Number.isNaN(asOfMs)) throw new Error("neither date nor timestamp holds the time of the rates");
  const ageDays = (now.getTime() - asOfMs) / dayMs;
  if (ageDays * dayMs > maxAgeMs) throw new Error(`the rates are ${Math.floor(ageDays)} days old`);
  // A date begins in Kiribati 14 hours before it does in UTC.
  if (ageDays < -1) throw new Error("the rates are dated in the future");
}

const number = /^(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Parses a positive JSON number, exponent included, as a ratio; null for anything else or a number too long for a rate. */
function parseNumber(text: string): Ratio | null {
  const [, whole, fraction = "", exponent = "0"] = number.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length;
  if (digits === 0n) return null;
  return shift < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-shift) }
    : { numerator: digits * 10n ** BigInt(shift), denominator: 1n };
}
