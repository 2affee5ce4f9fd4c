import { isCalendarDate } from "#lib/core/buyer-form/calendar-date.ts";
import { isCountryCode } from "#lib/core/buyer-form/countries.ts";

/** What a wallet knows of its user already. Never whether something was accepted: that is the buyer's to say. */
export type Prefill = Partial<
  Record<"fullName" | "dob" | "porCountry" | "porAddress" | "pobCountry" | "pobAddress", string>
>;

const longestText = 8_192;
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
 * Reads the parameter `prefill`: base64 of a JSON object, URL-safe or standard (SPEC, "Data-collection form
 * exchange"). What is not understood is left out; it only saves typing.
 */
export function readPrefill(parameter: string | undefined): Prefill {
  const value = parameter === undefined || parameter.length > longestText ? null : decode(parameter);
  if (typeof value !== "object" || value === null) return {};
  const known = Object.entries(checks).flatMap(([id, isGood]) => {
    const text: unknown = Object.hasOwn(value, id) ? (value as Record<string, unknown>)[id] : undefined;
    return typeof text === "string" && isGood(text) ? [[id, text]] : [];
  });
  return Object.fromEntries(known) as Prefill;
}

function decode(parameter: string): unknown {
  try {
    // A plus that was not escaped arrives as a space.
    const base64 = parameter.replaceAll(" ", "+").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
