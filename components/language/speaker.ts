/** Words by key; `{name}` is filled in. */
export type WordTable = Readonly<Record<string, string>>;

/** One language: every key of the table in English. */
export type WordsOf<Table extends WordTable> = Readonly<Record<keyof Table, string>>;

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;
type Values<Text extends string> = Readonly<Record<PlaceholdersIn<Text>, string | number>>;

/** Says something in the language it was made for: `say("summary.payBy")`, `say("return.soon", { merchant, seconds })`. */
export type SayOf<Table extends WordTable> = <Key extends keyof Table>(
  key: Key,
  ...values: PlaceholdersIn<Table[Key]> extends never ? [] : [Values<Table[Key]>]
) => string;

/** What is said in one language. What is filled in is put there as it is: React escapes it. */
export function speakerOf<Table extends WordTable>(words: WordsOf<Table>): SayOf<Table> {
  return (key, ...[values]) => {
    const filled: Readonly<Record<string, string | number>> = values ?? {};
    return words[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(filled[name] ?? whole));
  };
}
