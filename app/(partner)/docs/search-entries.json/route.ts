import { docsEntries } from "#lib/api/docs/search-entries.ts";

/** The entries that the docs add to the search of the dashboard, which runs in the browser. */
export function GET(): Response {
  return Response.json({ entries: docsEntries() }, { headers: { "cache-control": "public, max-age=300" } });
}
