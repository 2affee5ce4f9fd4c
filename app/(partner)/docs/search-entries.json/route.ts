import { docsEntries } from "#lib/api/docs/search-entries.ts";

/** The docs' part of the dashboard's search, which runs in the browser. */
export function GET(): Response {
  return Response.json({ entries: docsEntries() }, { headers: { "cache-control": "public, max-age=300" } });
}
