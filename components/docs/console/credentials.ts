import { useSyncExternalStore } from "react";

// In memory only: the page's consoles share the values, and they are gone with the page. Never store or log them.
let current: Readonly<Record<string, string>> = {};
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Replaces the credential of a header on the whole page. */
export function setCredential(name: string, value: string): void {
  current = { ...current, [name]: value };
  for (const listener of listeners) listener();
}

/** The credentials that were typed on this page, by header. */
export function useCredentials(): Readonly<Record<string, string>> {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => current,
  );
}
