"use client";

import { useEffect } from "react";
import { readyEvent } from "#components/early-press/hold-press.ts";

/** Says that the page works: React runs this effect once it has taken over the document. */
export function RepeatPress() {
  useEffect(() => {
    dispatchEvent(new Event(readyEvent));
  }, []);
  return null;
}
