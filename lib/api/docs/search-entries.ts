import { guides } from "#lib/api/docs/guides.ts";
import { errorDocs, reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import type { OperationDoc } from "#lib/api/schemas/reference.ts";
import { eventMeanings } from "#lib/core/event-meanings.ts";
import { eventTypes } from "#lib/core/event-types.ts";
import { headingId } from "#lib/core/heading-id.ts";
import type { SearchEntry } from "#lib/core/search/create-search.ts";

const excerptLength = 140;

let entries: readonly SearchEntry[] | undefined;

/** The pages and questions of the docs, the sections of guides, operations, errors and events. Built once per process. */
export function docsEntries(): readonly SearchEntry[] {
  entries ??= [...pages, ...questions(), ...guidePages(), ...operationPages(), ...errorPages(), ...eventPages()];
  return entries;
}

const page = { kind: "page", place: "Docs" } as const;
const pages: readonly SearchEntry[] = [
  {
    ...page,
    title: "Docs and API reference",
    href: "/docs",
    excerpt: "Guides, endpoints and conventions.",
    text: "help",
  },
  { ...page, title: "Errors", href: "/docs/errors", excerpt: "All error codes, with cause and remedy.", text: "" },
  { ...page, title: "Events", href: "/docs/events", excerpt: "All event types and their meaning.", text: "" },
  {
    ...page,
    title: "Webhooks reference",
    href: "/docs/webhooks",
    excerpt: "Endpoints, signatures and deliveries.",
    text: "",
  },
  { ...page, title: "Objects", href: "/docs/objects", excerpt: "The fields of each object of the API.", text: "" },
  { ...page, title: "Changelog", href: "/docs/changelog", excerpt: "What has changed.", text: "release notes" },
];

/**
 * Questions that readers ask in other words than the docs use, each with its answer in a sentence and the
 * place that explains it.
 */
function questions(): readonly SearchEntry[] {
  const question = { kind: "question", place: "Question", text: "" } as const;
  return [
    {
      ...question,
      title: "How do I refund a payment?",
      href: "/docs/guides/refunds",
      excerpt: "Choose Refund on the payment's page, or use the API.",
    },
    {
      ...question,
      title: "What if a buyer transfers too little or too much?",
      href: "/docs/guides/wrong-amount",
      excerpt: "Till opens an exception, and a person decides.",
      text: "underpaid overpaid late wrong network token amount exception",
    },
    {
      ...question,
      title: "Where is my money?",
      href: "/docs/guides/quick-start#2-add-a-merchant",
      excerpt: "Buyers pay straight to the merchant's destination. Till holds what has none.",
      text: "get paid receive payout",
    },
    {
      ...question,
      title: "How do I test without real money?",
      href: "/docs/guides/testing",
      excerpt: "The demo has local chains and a wallet for the command line.",
    },
    {
      ...question,
      title: "How do I get an API key?",
      href: "/docs/guides/quick-start#3-create-an-api-key",
      excerpt: "Under Developers, API keys, choose Create key.",
    },
    {
      ...question,
      title: "Why don't I receive webhooks?",
      href: "/docs/guides/webhooks#when-your-server-is-down",
      excerpt: "Look at the endpoint's deliveries. Failed ones are retried for three days.",
    },
    {
      ...question,
      title: "Can a paid payment be taken back?",
      href: "/docs/guides/accept-a-payment#follow-the-payment",
      excerpt: "No. Once a payment has succeeded, it is final on chain.",
      text: "chargeback dispute reverse",
    },
    {
      ...question,
      title: "How do I put the checkout on my website?",
      href: "/docs/guides/embed",
      excerpt: "Add the script of the embed, and a link.",
      text: "iframe widget button",
    },
  ];
}

function guidePages(): SearchEntry[] {
  return guides().flatMap(({ id, title, description, markdown }) => {
    const href = `/docs/guides/${id}`;
    const [opening = "", ...sections] = markdown.split(/^## /m);
    const first: SearchEntry = {
      kind: "guide",
      title,
      place: "Guide",
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
          kind: "section" as const,
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

function operationPages(): SearchEntry[] {
  return reference(newestStable).groups.flatMap(({ id, name, operations }) =>
    operations
      .filter(({ isDeprecated }) => !isDeprecated)
      .map((operation) => ({
        kind: "operation" as const,
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

function errorPages(): SearchEntry[] {
  return errorDocs().map(({ code, statuses, cause, remedy, message }) => ({
    kind: "error",
    title: code,
    place: "Errors",
    href: `/docs/errors#${code}`,
    excerpt: shorten(message),
    text: [code.replaceAll("_", " "), ...statuses.map(({ status }) => status), message, cause, remedy].join(" "),
  }));
}

function eventPages(): SearchEntry[] {
  return eventTypes.map((type) => ({
    kind: "event",
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
