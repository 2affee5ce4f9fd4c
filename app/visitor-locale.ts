import { headers } from "next/headers";
import { isLocale, type Locale } from "#lib/core/locales.ts";
import { pageHeaders } from "#lib/core/page-headers.ts";

/** Returns the visitor's language, negotiated by proxy.ts for buyer pages; English on every other page. */
export async function visitorLocale(): Promise<Locale> {
  const locale = (await headers()).get(pageHeaders.locale) ?? "";
  return isLocale(locale) ? locale : "en";
}
