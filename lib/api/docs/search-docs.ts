import MiniSearch from "minisearch";
import { guides } from "#lib/api/docs/guides.ts";
import { errorDocs, reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import type { DocsHit, OperationDoc } from "#lib/api/schemas/reference.ts";
import { eventMeanings } from "#lib/core/event-meanings.ts";
import { eventTypes } from "#lib/core/event-types.ts";
import { headingId } from "#lib/core/heading-id.ts";

type Page = DocsHit & { id: string; text: string };

const guidePlace = "Guide";
const maxHits = 12;
const maxQueryLength = 100;
const maxWords = 8;
const excerptLength = 140;

let index: MiniSearch<Page> | undefined;

/**
 * Finds sections of guides, operations, errors and events, best first. Words may be incomplete or have a wrong letter.
 * @param query is cut at 100 characters and 8 words.
 */
export function searchDocs(query: string): DocsHit[] {
  index ??= buildIndex();
  const words = query.slice(0, maxQueryLength).split(/\s+/).slice(0, maxWords);
  const found = index.search(words.join(" "), {
    // A single letter begins so many words that a search for a few of them takes long.
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 ? 0.25 : false),
    maxFuzzy: 2,
    boost: { title: 3, place: 1.5 },
    boostDocument: (_id, _term, fields) => (fields?.place === guidePlace ? 2 : 1),
    combineWith: "AND",
  });
  return found.slice(0, maxHits).map(({ title, place, href, excerpt }) => ({ title, place, href, excerpt }));
}

function buildIndex(): MiniSearch<Page> {
  const built = new MiniSearch<Page>({
    fields: ["title", "place", "text"],
    storeFields: ["title", "place", "href", "excerpt"],
  });
  built.addAll([...guidePages(), ...operationPages(), ...errorPages(), ...eventPages()].map(withId));
  return built;
}

const withId = (page: Omit<Page, "id">, id: number): Page => ({ ...page, id: String(id) });

function guidePages(): Omit<Page, "id">[] {
  return guides().flatMap(({ id, title, description, markdown }) => {
    const href = `/docs/guides/${id}`;
    const [opening = "", ...sections] = markdown.split(/^## /m);
    const first = {
      title,
      place: guidePlace,
      href,
      excerpt: shorten(plain(description)),
      text: `${description} ${plain(opening)}`,
    };
    return [
      first,
      ...sections.map((section) => {
        const [heading = "", ...lines] = section.split("\n");
        const text = plain(lines.join("\n"));
        return {
          title: heading,
          place: title,
          href: `${href}#${headingId(heading)}`,
          excerpt: shorten(plain(proseOf(lines))),
          text,
        };
      }),
    ];
  });
}

/** The lines outside of code blocks. */
function proseOf(lines: readonly string[]): string {
  return lines.join("\n").replaceAll(/```[\s\S]*?```/g, "");
}

function operationPages(): Omit<Page, "id">[] {
  return reference(newestStable).groups.flatMap(({ id, name, operations }) =>
    operations
      .filter(({ isDeprecated }) => !isDeprecated)
      .map((operation) => ({
        title: operation.summary,
        place: `API reference · ${name}`,
        href: `/docs/${id}#${operation.id}`,
        excerpt: `${operation.method} ${operation.path}`,
        text: [operation.path, operation.description, ...fieldNames(operation)].join(" "),
      })),
  );
}

function fieldNames({ body, query, response }: OperationDoc): string[] {
  return [...(body?.fields ?? []), ...query, ...response.fields].map(({ name }) => name);
}

function errorPages(): Omit<Page, "id">[] {
  return errorDocs().map(({ code, statuses, cause, remedy, message }) => ({
    title: code,
    place: "Errors",
    href: `/docs/errors#${code}`,
    excerpt: shorten(message),
    text: [code.replaceAll("_", " "), ...statuses.map(({ status }) => status), message, cause, remedy].join(" "),
  }));
}

function eventPages(): Omit<Page, "id">[] {
  return eventTypes.map((type) => ({
    title: type,
    place: "Events",
    href: "/docs/events#types",
    excerpt: eventMeanings[type],
    text: `${type.replaceAll(/[._]/g, " ")} ${eventMeanings[type]}`,
  }));
}

/** The words of Markdown, without its marks and the addresses of its links. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^)]*\)/g, "")
    .replaceAll(/```.*|[[\]*`|>#]|^\s*(?:-|\d+\.) /gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The beginning of a text, cut between words. */
function shorten(text: string): string {
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength).replace(/\s+\S*$/, "")} …`;
}
