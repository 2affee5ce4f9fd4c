const embeddings = /[\u202a-\u202e]/gu;
const isolates = /[\u2066-\u2068]/u;
const popIsolate = "\u2069";

/** Letters that are written from right to left, their digits, and invisible characters that change the direction. */
const hasDirection =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates the text of a user, such as a merchant's name, from the sentence that it is put into: letters or
 * invisible characters of the other direction would otherwise reorder what follows, so that one account is
 * read as another. For sentences, titles and labels; elements use `<bdi>`. Returns text without such
 * characters as it is.
 */
export function isolated(text: string): string {
  if (!hasDirection.test(text)) return text;
  const balanced = balance(text.replaceAll(embeddings, ""));
  return isIsolate(balanced) ? balanced : `\u2068${balanced}${popIsolate}`;
}

/** Drops what would end an isolate around the text, and ends those that the text leaves open. */
function balance(text: string): string {
  let depth = 0;
  let balanced = "";
  for (const character of text) {
    if (character === popIsolate && depth === 0) continue;
    if (isolates.test(character)) depth += 1;
    if (character === popIsolate) depth -= 1;
    balanced += character;
  }
  return balanced + popIsolate.repeat(depth);
}

/** True for one isolate that holds all of the balanced text. */
function isIsolate(text: string): boolean {
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if (isolates.test(character)) depth += 1;
    if (character === popIsolate) depth -= 1;
    if (depth === 0) return index > 0 && index === [...text].length - 1;
  }
  return false;
}
