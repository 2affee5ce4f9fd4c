/** A day as it stands on a receipt: in UTC, as the buyer's books and the merchant's are to agree. */
export function dayInWords(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(at);
}
