import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { MoreButton } from "#components/dashboard/more-button.tsx";

/** The frame of a list that isn't in a card. */
export const framed = "rounded-xl border border-line bg-surface";

type PagedListProps<Page, Row> = {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => readonly Row[];
  /** The name of its rows, such as `events`. */
  noun: string;
  /** Takes the place of a list without rows. */
  empty: ReactNode;
  className?: string;
  /** Renders a row as a list item with a key. */
  children: (row: Row) => ReactNode;
};

/** A list whose newest rows come first, and older ones by a button. */
export function PagedList<Page, Row>(props: PagedListProps<Page, Row>) {
  const { query, rowsOf, noun, empty, className = framed, children } = props;
  return (
    <>
      <Loaded query={query} size="h-64 w-full">
        {({ pages }) => {
          const rows = pages.flatMap(rowsOf);
          if (rows.length === 0) return empty;
          return (
            <ul aria-label={noun[0]?.toUpperCase() + noun.slice(1)} className={`divide-y divide-line ${className}`}>
              {rows.map(children)}
            </ul>
          );
        }}
      </Loaded>
      <MoreButton query={query}>{`Show older ${noun}`}</MoreButton>
    </>
  );
}
