import type { SearchHit } from "#lib/core/search/create-search.ts";

/** Results of the search, best first. */
export function DocsHits({ hits }: { hits: readonly SearchHit[] }) {
  if (hits.length === 0) return <p className="px-3 py-2 text-sm text-ink-muted">No results. Try fewer words.</p>;
  return (
    <ul>
      {hits.map(({ title, place, href, excerpt }) => (
        <li key={`${href} ${title}`}>
          <a href={href} className="block rounded-lg px-3 py-2 hover:bg-sunken">
            <span className="block text-xs text-ink-muted">{place}</span>
            <span className="block text-sm font-medium break-words">{title}</span>
            <span className="block truncate text-sm text-ink-muted">{excerpt}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
