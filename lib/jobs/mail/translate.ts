import type { Locale } from "#lib/core/locales.ts";
import { own, type Prose } from "#lib/jobs/mail/prose.ts";
import { ar } from "#lib/jobs/mail/words/ar.ts";
import { de } from "#lib/jobs/mail/words/de.ts";
import { en, type Words } from "#lib/jobs/mail/words/en.ts";
import { es } from "#lib/jobs/mail/words/es.ts";
import { fr } from "#lib/jobs/mail/words/fr.ts";
import { pt } from "#lib/jobs/mail/words/pt.ts";
import { zh } from "#lib/jobs/mail/words/zh.ts";

export const wordsOf: Readonly<Record<Locale, Words>> = { en, es, de, fr, pt, zh, ar };

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;
type Values<Text extends string> = Readonly<Record<PlaceholdersIn<Text>, Prose | number>>;

/** A key of the words without placeholders. */
export type PlainKey = {
  [Key in keyof Words]: PlaceholdersIn<(typeof en)[Key]> extends never ? Key : never;
}[keyof Words];

export type Translate = <Key extends keyof Words>(
  key: Key,
  ...values: PlaceholdersIn<(typeof en)[Key]> extends never ? [] : [Values<(typeof en)[Key]>]
) => Prose;

/** Returns the translate function of one language. It takes safe values only, so a name has to be quoted first. */
export function translatorFor(locale: Locale): Translate {
  const words = wordsOf[locale];
  return (key, ...[values]) => {
    const byName: Readonly<Record<string, Prose | number>> = values ?? {};
    return own(
      words[key].replaceAll(/(\u2068?)\{(\w+)\}(\u2069?)/g, (_, open: string, name: string, close: string) => {
        const value = String(byName[name]);
        // A name that is isolated in every language isn't isolated twice.
        return value.startsWith("\u2068") ? value : `${open}${value}${close}`;
      }),
    );
  };
}
