"use client";

import { useCallback, useEffect, useRef } from "react";

/** `begin` starts collecting keys; `take` ends it and returns the text. */
type TypedAhead = { begin: () => void; take: () => string };

/**
 * Collects the keys that are typed while the palette loads, so that none is lost or taken for a shortcut.
 * @param onEscape called for Escape, which closes the palette before it has appeared.
 */
export function useTypedAhead(onEscape: () => void): TypedAhead {
  const typed = useRef("");
  const isCollecting = useRef(false);
  const close = useRef(onEscape);
  close.current = onEscape;
  useEffect(() => {
    const collect = (event: KeyboardEvent) => {
      if (!isCollecting.current || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") close.current();
      else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", collect, { capture: true });
    return () => document.removeEventListener("keydown", collect, { capture: true });
  }, []);
  const begin = useCallback(() => {
    typed.current = "";
    isCollecting.current = true;
  }, []);
  const take = useCallback(() => {
    isCollecting.current = false;
    return typed.current;
  }, []);
  return { begin, take };
}
