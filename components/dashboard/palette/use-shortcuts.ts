"use client";

import { useEffect, useRef, useState } from "react";
import { areOn, type Shortcut, sequenceTimeoutMs } from "#components/dashboard/palette/shortcuts.ts";

type Handlers = { onPalette: () => void; onShortcut: (shortcut: Shortcut) => void };

/**
 * Handles the page's keyboard shortcuts: Ctrl or Cmd K always, the others while no field has the focus and no dialog is
 * open.
 * @returns whether the listener is attached, which happens only after hydration.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], handlers: Handlers): boolean {
  const [isListening, setListening] = useState(false);
  const latest = useRef({ shortcuts, handlers });
  latest.current = { shortcuts, handlers };
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const listen = (event: KeyboardEvent) => {
      const {
        shortcuts: known,
        handlers: { onPalette, onShortcut },
      } = latest.current;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector("[role=dialog]") !== null || !areOn()) return;
      const pressed =
        first !== null && event.timeStamp - first.at < sequenceTimeoutMs ? [first.key, event.key] : [event.key];
      const found = known.find(({ keys }) => keys.join() === pressed.join() || keys.join() === event.key);
      first =
        pressed.length === 1 && known.some(({ keys }) => keys.length > 1 && keys[0] === event.key)
          ? { key: event.key, at: event.timeStamp }
          : null;
      if (found === undefined) return;
      event.preventDefault();
      onShortcut(found);
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
