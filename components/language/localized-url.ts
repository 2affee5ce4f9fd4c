import type { Locale } from "#lib/core/locales.ts";

/** Parameters that a page needs in every language. `prefill` isn't one: it holds personal data. */
const keptParameters = ["accounts", "origin", "theme"];

/** Returns the URL of the same page in another language. */
export function localizedUrl(pathname: string, query: Pick<URLSearchParams, "get">, locale: Locale): string {
  const kept = keptParameters.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return `${pathname}?${new URLSearchParams([...kept, ["lang", locale]])}`;
}
