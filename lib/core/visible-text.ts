// The reference shows patterns, and clients compile them with or without the u flag. A pair of surrogates is
// two characters without.
const storable = "(?:[^\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*";

/** Matches text without control characters or lone surrogates, which the database can't store. */
export const storableText = new RegExp(`^${storable}$`);

// Unicode's Default_Ignorable_Code_Point, the blanks of scripts, and characters that only format text.
const invisible =
  "\\s\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufffb";
const invisiblePair =
  "\\ud80d[\\udc30-\\udc3f]|\\ud82f[\\udca0-\\udca3]|\\ud834[\\udd59\\udd73-\\udd7a]|[\\udb40-\\udb43][\\udc00-\\udfff]";
const visible = `(?:[^${invisible}\\ud800-\\udfff]|(?!${invisiblePair})[\\ud800-\\udbff][\\udc00-\\udfff])`;

/** Matches such text that shows at least one character. */
export const visibleText = new RegExp(`^(?=[^]*${visible})${storable}$`);

/** Says what {@link visibleText} demands. */
export const visibleTextRule = "must contain a visible character and no control characters";

/**
 * True for the name of a key or an app: 1 to 64 characters, of which one is visible, without control
 * characters and without the invisible ones that override the direction of text.
 */
export function isPlainName(name: string): boolean {
  return /^[^\u202a-\u202e\u2066-\u2069]{1,64}$/u.test(name) && visibleText.test(name);
}

const invisibleParts = new RegExp(`${invisiblePair}|[${invisible.replace("\\s", "")}\\ufeff]`, "g");

/**
 * The text as a page shows it, to compare names by: in one Unicode form, without invisible characters, and
 * with spaces collapsed.
 */
export function asShown(text: string): string {
  return text.replaceAll(invisibleParts, "").replaceAll(/\s+/g, " ").trim().normalize("NFC");
}

/** True for two texts that a page shows alike: it collapses spaces, and characters that only format text are invisible. */
export function looksLike(text: string, other: string): boolean {
  return asShown(text) === asShown(other);
}
