/** The words that the server's rules begin with: they are predicates, such as "is too long", of the field that breaks them. */
const predicate =
  /^(?:is|isn't|are|aren't|has|have|must|mustn't|may|can|can't|needs|doesn't|don't|looks|appears|already|breaks)\b/;

/**
 * Writes a field's problem as a sentence: "is too long" about "Reference (optional)" becomes "Reference is
 * too long.", and a missing value is asked for. A problem that is a sentence already stays one.
 * @param verb what the control asks for: to enter a text or to select a choice.
 */
export function fieldSentence(label: string, problem: string, verb: "Enter" | "Select" = "Enter"): string {
  // As in "2. Address" and "Description (optional)".
  const name = label.replace(/^\d+\. /, "").replace(/ *\([^)]*\)/, "");
  const [, missing] = /^is required(.*)$/s.exec(problem) ?? [];
  if (missing === "") return `${verb} ${withArticle(name)}.`;
  return ended(predicate.test(problem) ? `${name} ${problem}` : capital(problem));
}

/** Lower case, except for an abbreviation, with the article that fits: "your name", "an amount", "the name of the view". */
function withArticle(name: string): string {
  const lower = /^[A-Z][a-z]/.test(name) || name.length === 1 ? name.charAt(0).toLowerCase() + name.slice(1) : name;
  if (/^your /.test(lower)) return lower;
  if (/^current /.test(lower)) return `your ${lower}`;
  if (/ (?:of|from|in) /.test(lower)) return `the ${lower}`;
  return `${/^(?!URL|unit|user)[aeiou]/i.test(lower) ? "an" : "a"} ${lower}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
