"use client";

import { useEffect } from "react";
import { readMode, rememberedMode } from "#lib/core/test-pages.ts";

/**
 * Remembers the mode of the tab that is looked at. The server does so when a page is loaded, but of two tabs in different modes the one
 * in front is the one that is used.
 */
export function RememberMode({ isTest }: { isTest: boolean }) {
  useEffect(() => {
    const remember = () => {
      if (document.visibilityState !== "visible" || (readMode(document.cookie) === "test") === isTest) return;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP, and in some browsers.
      document.cookie = rememberedMode(isTest, location.protocol === "https:");
    };
    remember();
    document.addEventListener("visibilitychange", remember);
    // Windows side by side are visible at once.
    addEventListener("focus", remember);
    return () => {
      document.removeEventListener("visibilitychange", remember);
      removeEventListener("focus", remember);
    };
  }, [isTest]);
  return null;
}
