import fc from "fast-check";

/** Keys with a meaning in JavaScript or in Till, but in no request. */
const dangerousKeys = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then"],
  ...["status", "partnerId", "partner_id", "id", "isAdmin", "", "a.b", "$where", "\u0000", "é"],
];

/** JSON texts that are awkward for any schema. */
const oddTexts = [
  ...["null", "true", "false", "0", "-0", "-1", "1.5", "1e400", "-1e-400", "9007199254740993", "1e21", "[]", "{}"],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"é"',
    '"\\u202e"',
    '"👩‍👩‍👧"',
    '"1e3"',
    '"0x10"',
    '"٣"',
  ],
  ...['"-1"', '"%"', '"\\\\"', '"\\"', '"../.."', '"<script>"', '"\'; DROP TABLE payment; --"', '"{{7*7}}"'],
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}', '{"toJSON":1}', '{"then":1}'],
  ...[`"${"x".repeat(300)}"`, `"${"9".repeat(5_000)}"`, `"${"é".repeat(20_000)}"`, `[${"0,".repeat(5_000)}0]`],
  ...[
    `${"[".repeat(31)}${"]".repeat(31)}`,
    `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
    `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
  ],
];

const anyOddText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
);

/** Malformed ways of writing a node of a JSON value. */
type Rewriting = (node: unknown) => string;

const isRecord = (node: unknown): node is Record<string, unknown> =>
  typeof node === "object" && node !== null && !Array.isArray(node);

const entry = (key: string, text: string) => `${JSON.stringify(key)}:${text}`;
const entriesOf = (node: Record<string, unknown>) =>
  Object.entries(node).map(([key, value]) => entry(key, JSON.stringify(value)));

const anyRewriting: fc.Arbitrary<Rewriting> = fc.oneof(
  anyOddText.map((text) => () => text),
  fc.tuple(fc.constantFrom(...dangerousKeys), anyOddText).map(([key, text]) => (node: unknown) => {
    return isRecord(node) ? `{${[...entriesOf(node), entry(key, text)].join(",")}}` : `{${entry(key, text)}}`;
  }),
  // A key twice, with the same value or another.
  fc.tuple(fc.nat(), anyOddText, fc.boolean()).map(([index, text, isFirst]) => (node: unknown) => {
    const entries = isRecord(node) ? entriesOf(node) : [];
    const key = isRecord(node) ? (Object.keys(node)[index % Math.max(1, entries.length)] ?? "x") : "x";
    const again = entry(key, text);
    return `{${(isFirst ? [again, ...entries] : [...entries, again]).join(",")}}`;
  }),
  fc.nat().map((index) => (node: unknown) => {
    const entries = isRecord(node) ? entriesOf(node) : [];
    return `{${entries.filter((_, at) => at !== index % Math.max(1, entries.length)).join(",")}}`;
  }),
  fc.constant((node: unknown) => `[${JSON.stringify(node)},${JSON.stringify(node)}]`),
);

function nodesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, item: unknown) => sum + nodesIn(item), 1);
}

/** Serializes a value with one node, given by its index in document order, written differently. */
function rewrite(value: unknown, number: number, rewriting: Rewriting): string {
  let next = 0;
  function write(node: unknown): string {
    const own = next;
    next += 1;
    if (own === number) return rewriting(node);
    if (Array.isArray(node)) return `[${node.map(write).join(",")}]`;
    if (!isRecord(node)) return JSON.stringify(node);
    return `{${Object.entries(node)
      .map(([key, item]) => entry(key, write(item)))
      .join(",")}}`;
  }
  return write(value);
}

/** The JSON of a value with one error somewhere in it, or text that isn't JSON. */
export function anyBrokenJson(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const rewritten = fc
    .tuple(value, fc.nat(), anyRewriting)
    .map(([whole, number, rewriting]) => rewrite(whole, number % nodesIn(whole), rewriting));
  const cut = fc.tuple(rewritten, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
  const garbage = fc.constantFrom(
    "",
    " ",
    "{",
    "}",
    "null",
    "\uFEFF{}",
    "{}{}",
    "a=1&b=2",
    "<xml/>",
    "{'a':1}",
    "[1,]",
  );
  return fc.oneof({ weight: 8, arbitrary: rewritten }, cut, garbage, fc.string({ unit: "binary" }));
}
