import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bannedPhrases } from "./banned-phrases.ts";
import { findLanguageProblems } from "./find-language-problems.ts";

/** One sentence for each banned phrase, in the order of the list. */
const sentences = [
  "Whoever asks first gets it.",
  "Somebody else holds the lease.",
  "Nobody reads it.",
  "the how manieth attempt",
  "Whatever is left stays.",
  "The caller is told so.",
  "The codes are good no more.",
  "The relay goes on from there.",
  "Revenue beside the previous period.",
  "The collection is hopeless.",
  "a rehearsal of the collection",
  "the doorkeeper lets it in",
  "The patience of a caller.",
  "for want of a node",
  "This is worth a look.",
  "Checks run in the order of SPEC.",
];

test("every banned phrase is found in docs, comments, strings and test titles", () => {
  expect(sentences).toHaveLength(bannedPhrases.length);
  for (const sentence of sentences) {
    expect(findLanguageProblems("docs/a.md", sentence), sentence).toHaveLength(1);
    expect(findLanguageProblems("lib/a.ts", `/** The rule. ${sentence} */`), sentence).toHaveLength(1);
    expect(findLanguageProblems("lib/a.ts", `const message = "It failed: ${sentence}";`), sentence).toHaveLength(1);
    expect(findLanguageProblems("lib/a.test.ts", `test("it works: ${sentence}", run);`), sentence).toHaveLength(1);
  }
});

test("a comment that opens with a question word is found in each kind of comment, and only at its beginning", () => {
  for (const opening of ["What", "Whoever", "Those", "Who", "How", "Where", "Which"]) {
    const found = `a comment that opens with “${opening}”`;
    for (const comment of [
      `// ${opening} it does.`,
      `/** ${opening} it does. */`,
      `/**\n * ${opening} it does.\n */`,
      `  /// ${opening} it does.`,
      `call(/* ${opening} it does. */ 1);`,
    ]) {
      const problems = findLanguageProblems("lib/a.ts", comment);
      expect(
        problems.map((problem) => problem.found),
        comment,
      ).toContain(found);
    }
  }
  expect(findLanguageProblems("lib/a.ts", "// The caller decides\n// What happens next is up to it.")).toEqual([]);
  expect(findLanguageProblems("lib/a.ts", "/**\n * Returns the state.\n * Where none is kept, null.\n */")).toEqual([]);
  expect(findLanguageProblems("docs/a.md", "What the router checks")).toEqual([]);
});

test("the line of a problem is counted from 1", () => {
  expect(findLanguageProblems("docs/a.md", "Fine.\nFine.\nSomebody is not.")[0]?.line).toBe(3);
});

test("plain English passes", () => {
  const text = "The relayer signs the transaction, persists it and sends it. Buyers can continue on another device.";
  expect(findLanguageProblems("docs/a.md", text)).toEqual([]);
  expect(
    findLanguageProblems("lib/a.ts", readFileSync(new URL("find-language-problems.ts", import.meta.url), "utf8")),
  ).toEqual([]);
});
