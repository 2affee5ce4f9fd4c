import { isLocale, type Locale } from "#components/language/locales.ts";

/** What a visitor says of languages, from the strongest wish to the weakest. */
export type Wishes = {
  /** `?lang=` of the address. */
  asked: string | null;
  /** What was chosen on an earlier page. */
  remembered: string | null;
  /** `Accept-Language`. */
  accepted: string | null;
};

/** The language for a visitor; English where none that is there is wished for. Never fails, whatever is sent. */
export function chooseLocale({ asked, remembered, accepted }: Wishes): Locale {
  const [first] = [...toLocales(asked), ...toLocales(remembered), ...(accepted === null ? [] : byWeight(accepted))];
  return first ?? "en";
}

/** The language of a tag with whatever region and script: ours are told apart by the language alone. */
export function toLocales(tag: string | null): readonly Locale[] {
  const language = tag?.trim().toLowerCase().split(/[-_]/, 1)[0] ?? "";
  return isLocale(language) ? [language] : [];
}

/** RFC 9110, section 12.5.4: the highest weight first, equals in the order given, those of weight 0 not at all. */
function byWeight(header: string): Locale[] {
  return header
    .slice(0, 1_000)
    .split(",")
    .map((item) => {
      const [tag = "", ...parameters] = item.split(";").map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? "1";
      return { locales: toLocales(tag), weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ locales }) => locales);
}
