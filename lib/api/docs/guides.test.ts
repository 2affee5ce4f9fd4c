import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { changelog, guides } from "#lib/api/docs/guides.ts";
import { docsEntries } from "#lib/api/docs/search-entries.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { headingId } from "#lib/core/heading-id.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

const headings = (markdown: string) => [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) => headingId(title));
const targets = new Set([
  ...["/docs", "/docs/errors", "/docs/events", "/docs/objects", "/docs/changelog"],
  ...guides().flatMap(({ id, markdown }) => {
    const page = `/docs/guides/${id}`;
    return [page, ...headings(markdown).map((heading) => `${page}#${heading}`)];
  }),
  ...reference(newestStable).groups.flatMap(({ id, operations }) => [
    `/docs/${id}`,
    ...operations.map((operation) => `/docs/${id}#${operation.id}`),
  ]),
]);

describe("the guides", () => {
  test.each(guides().map((guide) => [guide.id, guide] as const))(
    "%s has only links that lead somewhere",
    (_, guide) => {
      const links = [...`${guide.description} ${guide.markdown}`.matchAll(/\]\((\/[^)]*)\)/g)].map(([, href]) => href);
      expect(links.filter((href) => !targets.has(href ?? ""))).toEqual([]);
      expect(guide.markdown).not.toContain("{{");
    },
  );

  test("have no two sections with one id", () => {
    for (const { id, markdown } of guides())
      expect([id, ...new Set(headings(markdown))]).toEqual([id, ...headings(markdown)]);
  });

  test("are next to a changelog that begins with the newest version", () => {
    expect(changelog()).toMatch(/^## (Unreleased|\d+\.\d+\.\d+)/m);
    expect(changelog()).not.toMatch(/^# /m);
  });
});

describe("the commands of the guides", () => {
  const sources = [
    ...guides().map(({ markdown }) => markdown),
    readFileSync("components/docs/webhook-guide.tsx", "utf8"),
    readFileSync("sdk/README.md", "utf8"),
  ];

  test("have one name for the API key, and one for the merchant", () => {
    const names = sources.flatMap((text) => text.match(/\b[A-Z_]*KEY\b|\bMERCHANT\w*\b/g) ?? []);
    expect([...new Set(names)].sort()).toEqual(["API_KEY", "MERCHANT_ID"]);
  });

  test("have an idempotency key wherever they create something", () => {
    const creating = sources
      .flatMap((text) => text.split(/^(?=.*\bcurl )/m))
      .filter((text) => text.includes("curl ") && /^.*?\s-d '?/s.test(text.split("```")[0] ?? ""));
    expect(creating.length).toBeGreaterThan(4);
    expect(creating.filter((text) => !text.split("-d ")[0]?.includes("Idempotency-Key"))).toEqual([]);
  });
});

describe("the search", () => {
  test("leads only to places that exist", () => {
    const pages = docsEntries().filter(({ kind }) => kind !== "error" && kind !== "event");
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.map(({ href }) => href).filter((href) => !targets.has(href))).toEqual([]);
  });
});
