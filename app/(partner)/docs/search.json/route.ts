import { searchSite } from "#app/(partner)/docs/search-site.ts";

/** The hits of `?q=` in guides and reference, for the search field. */
export function GET(request: Request): Response {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json({ hits: searchSite(query) }, { headers: { "cache-control": "public, max-age=300" } });
}
