import { isolated } from "#lib/core/isolated.ts";

/** Messages by key. `{name}` is a placeholder. */
export type MessageTable = Readonly<Record<string, string>>;

/** A translation: the same keys as the English table. */
export type Translated<Table extends MessageTable> = Readonly<Record<keyof Table, string>>;

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;
type Values<Text extends string> = Readonly<Record<PlaceholdersIn<Text>, string | number>>;

/** Translates a key: `t("summary.payBy")`, `t("return.soon", { merchant, seconds })`. */
export type TranslateOf<Table extends MessageTable> = <Key extends keyof Table>(
  key: Key,
  ...values: PlaceholdersIn<Table[Key]> extends never ? [] : [Values<Table[Key]>]
) => string;

/** Returns the translate function of one language. It inserts values isolated, and unescaped, because React escapes them. */
export function translatorFor<Table extends MessageTable>(messages: Translated<Table>): TranslateOf<Table> {
  return (key, ...[values]) => {
    const byName: Readonly<Record<string, string | number>> = values ?? {};
    return messages[key].replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
      isolated(String(byName[name] ?? placeholder)),
    );
  };
}
