import { dashboardEntries } from "#components/dashboard/palette/entries.ts";
import { docsEntries } from "#lib/api/docs/search-entries.ts";
import { createSearch } from "#lib/core/search/create-search.ts";

const ofDashboard = dashboardEntries.map((entry) => ({ ...entry, place: `Dashboard · ${entry.place}` }));

let search: ReturnType<typeof createSearch> | undefined;

/** Searches the docs and the dashboard's pages and actions as {@link createSearch} does, for a reader of the docs. */
export function searchSite(query: string) {
  search ??= createSearch([...docsEntries(), ...ofDashboard], "docs");
  return search(query);
}
