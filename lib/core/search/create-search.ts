import MiniSearch from "minisearch";
import { fold, indexedWords, queryWords } from "#lib/core/search/words.ts";

/** The kinds of entries, and how much each counts: a reader seldom looks for an error's code. */
const weights = {
  action: 3,
  page: 2.5,
  question: 2.5,
  guide: 2.4,
  section: 1.2,
  operation: 1.6,
  event: 0.3,
  error: 0.15,
};

/** A place that the search of the dashboard and of the docs finds. */
export type SearchEntry = {
  kind: keyof typeof weights;
  title: string;
  /** The place of the entry, such as the guide of a section. */
  place: string;
  href: string;
  /** A sentence about it. */
  excerpt: string;
  /** Words that are searched and not shown. */
  text: string;
};

/** A result, as a reader sees it. */
export type SearchHit = Omit<SearchEntry, "kind" | "text">;

const maxHits = 12;
const maxQueryLength = 100;
const maxWords = 8;
/**
 * A question has words that its answer lacks. With fewer, an entry that lacks one is about something else,
 * such as "order" for ORDER-11.
 */
const minQuestion = 3;
/** An entry of the site that the reader is on comes before one of the other that fits as well. */
const ownWeight = 3;

type Search = (query: string) => SearchHit[];

/**
 * Builds the search over the dashboard's pages and actions, the docs and their questions. Words may be
 * incomplete or lack their accents, and words that say nothing are left out. Finds entries with all words, or
 * else those that have them with a wrong letter, or else, of three words or more, those with any.
 * @param site where the reader is.
 * @returns the search, best hits first. A query is cut at 100 characters and 8 words.
 */
export function createSearch(entries: readonly SearchEntry[], site: "dashboard" | "docs"): Search {
  const index = new MiniSearch<{ id: number } & SearchEntry>({
    fields: ["title", "place", "text"],
    tokenize: indexedWords,
    processTerm: (word) => word,
    searchOptions: {
      tokenize: (words) => words.split(" "),
      // A single letter begins so many words that a search for a few of them takes long.
      prefix: (word) => word.length > 1 && !word.startsWith("="),
      maxFuzzy: 2,
      boost: { title: 8, place: 0.5 },
      boostDocument: (id: number) => weightOf(entries[id], site),
    },
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry, text: `${entry.excerpt} ${entry.text}` })));
  return (query) => {
    const cut = query.slice(0, maxQueryLength);
    const said = queryWords(cut).slice(0, maxWords);
    if (said.length === 0) return [];
    const words = said.join(" ");
    const found = firstOf(
      () => index.search(words, { combineWith: "AND" }),
      () => index.search(words, { combineWith: "AND", fuzzy }),
      () => (said.length < minQuestion ? [] : index.search(words, { combineWith: "OR", fuzzy })),
    );
    const hits = found.flatMap(({ id }) => entries[id] ?? []);
    const named = hits.filter(({ title }) => bare(title) === bare(cut));
    const best = [...new Set([...named, ...hits])].slice(0, maxHits);
    return best.map(({ title, place, href, excerpt }) => ({ title, place, href, excerpt }));
  };
}

const fuzzy = (word: string) => (word.length > 4 ? 0.25 : false);

function firstOf<Found>(...searches: readonly (() => readonly Found[])[]): readonly Found[] {
  for (const search of searches) {
    const found = search();
    if (found.length > 0) return found;
  }
  return [];
}

const bare = (text: string) =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function weightOf(entry: SearchEntry | undefined, site: "dashboard" | "docs"): number {
  if (entry === undefined) return 1;
  const isOwn = entry.href.startsWith("/docs") === (site === "docs");
  return weights[entry.kind] * (isOwn ? ownWeight : 1);
}
