import { bannedOpening, bannedPhrases } from "./banned-phrases.ts";

export type LanguageProblem = { line: number; found: string; instead: string };

/** The first words of a comment: after `//` on a line of its own, or after the opening of a block comment. */
const lineComment = /^\s*\/\/\/?\s+(?<text>.*)$/;
const blockComment = /\/\*\*?\s+(?<text>.*)$/;
const bareBlockOpening = /^\s*\/\*\*?\s*$/;
const blockContinuation = /^\s*\*\s+(?<text>.*)$/;

/**
 * Finds wording that the language rules ban.
 * @param path decides whether the text has comments: Markdown and catalogs are checked for phrases alone.
 * @returns one problem for each match, with its line counted from 1.
 */
export function findLanguageProblems(path: string, text: string): LanguageProblem[] {
  const lines = text.split("\n");
  const phrases = lines.flatMap((content, index) => findPhrases(content, index + 1));
  const openings = path.endsWith(".md") ? [] : lines.flatMap((_, index) => findOpening(lines, index));
  return [...phrases, ...openings].sort((left, right) => left.line - right.line);
}

function findPhrases(content: string, line: number): LanguageProblem[] {
  return bannedPhrases.flatMap(({ pattern, instead }) =>
    [...content.matchAll(pattern)].map(([found]) => ({ line, found, instead })),
  );
}

function findOpening(lines: readonly string[], index: number): LanguageProblem[] {
  const [found] = bannedOpening.exec(openingAt(lines, index) ?? "") ?? [];
  if (found === undefined) return [];
  return [{ line: index + 1, found: `a comment that opens with “${found}”`, instead: "open with a noun or a verb" }];
}

/** The first words of the comment that starts on this line; null on any other line. */
function openingAt(lines: readonly string[], index: number): string | null {
  const [line = "", previous = ""] = [lines[index], lines[index - 1]];
  if (bareBlockOpening.test(previous)) return blockContinuation.exec(line)?.groups?.text ?? null;
  const block = blockComment.exec(line)?.groups?.text;
  if (block !== undefined) return block;
  return lineComment.test(previous) ? null : (lineComment.exec(line)?.groups?.text ?? null);
}
