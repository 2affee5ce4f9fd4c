import { headers } from "next/headers";
import { isLocale, type Locale } from "#components/language/locales.ts";

/** The language in which this page is written for its visitor, as proxy.ts chose it; English where it chooses none. */
export async function visitorLocale(): Promise<Locale> {
  const chosen = (await headers()).get("x-till-lang") ?? "";
  return isLocale(chosen) ? chosen : "en";
}
