import { isCalendarDate } from "#lib/core/buyer-form/calendar-date.ts";
import { isCountryCode } from "#lib/core/buyer-form/countries.ts";

/** Details that the wallet already knows. Never the acceptance of the terms, which only the buyer can give. */
export type Prefill = Partial<
  Record<"fullName" | "dob" | "porCountry" | "porAddress" | "pobCountry" | "pobAddress", string>
>;

const maxParameterLength = 8_192;
const isShort = (text: string) => text.length <= 200;
const checks: Readonly<Record<keyof Prefill, (text: string) => boolean>> = {
  fullName: isShort,
  dob: isCalendarDate,
  porCountry: isCountryCode,
  porAddress: isShort,
  pobCountry: isCountryCode,
  pobAddress: isShort,
};

/**
 * Parses the `prefill` parameter: a JSON object in URL-safe or standard base64. Ignores anything invalid, because
 * prefilling only saves typing.
 */
export function readPrefill(parameter: string | undefined): Prefill {
  const value = parameter === undefined || parameter.length > maxParameterLength ? null : decode(parameter);
  if (typeof value !== "object" || value === null) return {};
  const known = Object.entries(checks).flatMap(([id, isValid]) => {
    const text: unknown = Object.hasOwn(value, id) ? (value as Record<string, unknown>)[id] : undefined;
    return typeof text === "string" && isValid(text) ? [[id, text]] : [];
  });
  return Object.fromEntries(known) as Prefill;
}

function decode(parameter: string): unknown {
  try {
    // An unescaped plus arrives as a space.
    const base64 = parameter.replaceAll(" ", "+").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
