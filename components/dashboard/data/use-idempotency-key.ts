import { useRef } from "react";

/**
 * Returns a function that gives the content of a form its idempotency key. The same content keeps its key as long as the form is
 * open, so that a second click, or another try after a lost answer, does nothing twice.
 */
export function useIdempotencyKey(): (content: object) => string {
  const sent = useRef<{ key: string; content: string } | null>(null);
  return (content) => {
    const text = JSON.stringify(content);
    if (sent.current?.content !== text) sent.current = { key: createKey(), content: text };
    return sent.current.key;
  };
}

/** crypto.randomUUID needs HTTPS; getRandomValues doesn't. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
