"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Shortcut } from "#components/dashboard/palette/shortcuts.ts";
import { useShortcuts } from "#components/dashboard/palette/use-shortcuts.ts";
import { DocsHits } from "#components/docs/docs-hits.tsx";
import { SearchIcon } from "#components/ui/icons.tsx";
import { Key } from "#components/ui/key.tsx";
import type { SearchHit } from "#lib/core/search/create-search.ts";

const pauseMs = 120;
const searchShortcuts: readonly Shortcut[] = [{ keys: ["/"], does: "Search", right: "read" }];

/** The search field of the docs. It shows hits while typing; without JavaScript, it opens the page of results. */
export function DocsSearch() {
  const [query, setQuery] = useState("");
  const [hits, setHits] = useState<readonly SearchHit[] | null>(null);
  const listId = useId();
  const root = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Words that were typed before this code ran count.
  useEffect(() => setQuery(input.current?.value ?? ""), []);
  useEffect(() => {
    const asked = query.trim();
    if (asked === "") return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const found = await findHits(asked, controller.signal);
      if (!controller.signal.aborted) setHits(found);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);
  const focusSearch = () => {
    input.current?.focus();
    input.current?.select();
  };
  const isListening = useShortcuts(searchShortcuts, { onPalette: focusSearch, onShortcut: focusSearch });
  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape") setHits(null);
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [...(root.current?.querySelectorAll<HTMLElement>("input, a") ?? [])];
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next !== undefined) event.preventDefault();
    next?.focus();
  };
  return (
    <search
      ref={root}
      className="relative block w-full sm:w-64"
      onKeyDown={move}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setHits(null);
      }}
    >
      <form action="/docs/search">
        <SearchIcon className="pointer-events-none absolute top-3 left-3 size-4 text-ink-muted pointer-coarse:top-3.5" />
        <input
          type="search"
          name="q"
          aria-label="Search the docs"
          placeholder="Search the docs"
          autoComplete="off"
          maxLength={100}
          ref={input}
          aria-keyshortcuts={isListening ? "/ Control+K Meta+K" : undefined}
          aria-controls={listId}
          onChange={(event) => {
            setQuery(event.target.value);
            setHits(null);
          }}
          className="peer h-10 w-full rounded-lg border border-line-strong bg-surface pr-3 pl-9 text-base placeholder:text-ink-muted sm:text-sm pointer-coarse:h-11"
        />
        {isListening && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-2 right-2 hidden peer-placeholder-shown:inline-flex peer-focus:hidden pointer-coarse:hidden"
          >
            <Key name="/" />
          </span>
        )}
      </form>
      <div id={listId}>
        {hits !== null && (
          <div className="absolute top-full right-0 z-10 mt-2 max-h-[70dvh] w-full overflow-y-auto rounded-xl border border-line bg-surface p-2 shadow-card sm:w-md">
            <DocsHits hits={hits} />
          </div>
        )}
      </div>
      <span role="status" className="sr-only">
        {hits === null ? "" : `${hits.length} results`}
      </span>
    </search>
  );
}

/** Asks for the hits of a query; null if the server doesn't answer. Enter still opens the page of results then. */
async function findHits(query: string, signal: AbortSignal): Promise<SearchHit[] | null> {
  try {
    const response = await fetch(`/docs/search.json?${new URLSearchParams({ q: query })}`, { signal });
    return response.ok ? ((await response.json()) as { hits: SearchHit[] }).hits : null;
  } catch {
    return null;
  }
}
