"use client";

import { useEffect, useRef, useState } from "react";
import { areOn, patienceMs, type Shortcut } from "#components/dashboard/palette/shortcuts.ts";

type Handlers = { onPalette: () => void; onShortcut: (shortcut: Shortcut) => void };

/**
 * Listens to the page's keys: Ctrl or Cmd K always, the shortcuts while nobody types and no window is open.
 * Returns whether it listens yet: the server's page is there to be read before its keys do anything.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], handlers: Handlers): boolean {
  const [isListening, setListening] = useState(false);
  const current = useRef({ shortcuts, handlers });
  current.current = { shortcuts, handlers };
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const listen = (event: KeyboardEvent) => {
      const { shortcuts: known, handlers: told } = current.current;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        told.onPalette();
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null || !areOn()) return;
      const pressed = first !== null && event.timeStamp - first.at < patienceMs ? [first.key, event.key] : [event.key];
      const found = known.find(({ keys }) => keys.join() === pressed.join() || keys.join() === event.key);
      first =
        pressed.length === 1 && known.some(({ keys }) => keys.length > 1 && keys[0] === event.key)
          ? { key: event.key, at: event.timeStamp }
          : null;
      if (found === undefined) return;
      event.preventDefault();
      told.onShortcut(found);
    };
    document.addEventListener("keydown", listen);
    setListening(true);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return isListening;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=textbox], [role=combobox]") !== null)
  );
}
