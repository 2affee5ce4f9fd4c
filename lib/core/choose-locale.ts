import { isLocale, type Locale } from "#lib/core/locales.ts";

/** The language preferences that a request carries, strongest first. */
export type LocalePreferences = {
  /** The `?lang=` query parameter. */
  requested: string | null;
  /** The cookie that an earlier `?lang=` set. */
  remembered: string | null;
  /** The `Accept-Language` header. */
  accepted: string | null;
};

/** Returns the visitor's language, English if none of their preferences is supported. Never throws. */
export function chooseLocale({ requested, remembered, accepted }: LocalePreferences): Locale {
  const candidates = [parseLocale(requested), parseLocale(remembered), ...parseAcceptLanguage(accepted ?? "")];
  return candidates.find((locale) => locale !== null) ?? "en";
}

/** Returns the first supported language of an `Accept-Language` header; null when there is none. */
export function acceptedLocale(header: string | null): Locale | null {
  return parseAcceptLanguage(header ?? "").find((locale) => locale !== null) ?? null;
}

/** Maps a BCP 47 tag to a supported language, ignoring region and script; null if it isn't supported. */
export function parseLocale(tag: string | null): Locale | null {
  const language = tag?.trim().toLowerCase().split(/[-_]/, 1)[0] ?? "";
  return isLocale(language) ? language : null;
}

/** RFC 9110, section 12.5.4: highest weight first, equal weights in the order given, weight 0 left out. */
function parseAcceptLanguage(header: string): (Locale | null)[] {
  return header
    .slice(0, 1_000)
    .split(",")
    .map((item) => {
      const [tag = "", ...parameters] = item.split(";").map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? "1";
      return { locale: parseLocale(tag), weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale);
}
