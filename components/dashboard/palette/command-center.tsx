"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Shortcut, shortcuts } from "#components/dashboard/palette/shortcuts.ts";
import { ShortcutsDialog } from "#components/dashboard/palette/shortcuts-dialog.tsx";
import { useShortcuts } from "#components/dashboard/palette/use-shortcuts.ts";
import { useTypedAhead } from "#components/dashboard/palette/use-typed-ahead.ts";
import { SearchIcon } from "#components/ui/icons.tsx";
import { Key } from "#components/ui/key.tsx";
import { useModePath } from "#components/ui/mode.tsx";
import { isGranted, type Role } from "#lib/core/roles.ts";

// Loaded on first use.
const Palette = dynamic(async () => (await import("#components/dashboard/palette/palette.tsx")).Palette, {
  ssr: false,
});

/** The search button, the palette and the keyboard shortcuts of the dashboard. */
export function CommandCenter({ role }: { role: Role }) {
  const router = useRouter();
  const inMode = useModePath();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const close = () => {
    take();
    setOpen(null);
  };
  const { begin, take } = useTypedAhead(close);
  const openPalette = () => {
    begin();
    setOpen("palette");
  };
  const granted = shortcuts.filter(({ right }) => isGranted(role, right));
  const onShortcut = ({ keys: [key], href }: Shortcut) => {
    if (href !== undefined) router.push(inMode(href));
    else if (key === "?") setOpen("shortcuts");
    else if (!focusOwnSearch()) openPalette();
  };
  const isListening = useShortcuts(granted, {
    onPalette: () => (open === "palette" ? close() : openPalette()),
    onShortcut,
  });
  return (
    <>
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts={isListening ? "Control+K Meta+K" : undefined}
        className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-line-strong px-3 text-sm text-ink-muted hover:bg-sunken hover:text-ink lg:w-full pointer-coarse:min-h-11"
      >
        <SearchIcon className="size-4 shrink-0" />
        <span className="max-sm:sr-only lg:grow lg:text-left">Search</span>
        <span aria-hidden="true" className="hidden gap-1 lg:inline-flex">
          <Key name="Ctrl" />
          <Key name="K" />
        </span>
      </button>
      {open === "palette" && (
        <Palette
          role={role}
          shortcuts={granted}
          takeTyped={take}
          onShortcuts={() => setOpen("shortcuts")}
          onClose={close}
        />
      )}
      {open === "shortcuts" && <ShortcutsDialog shortcuts={granted} onClose={close} />}
    </>
  );
}

/** Focuses the page's own search input, if it marks one; returns whether it did. */
function focusOwnSearch(): boolean {
  const search = document.querySelector<HTMLElement>("[data-shortcut=search]");
  search?.focus();
  return search !== null;
}
