"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";

const copyWords = { copied: "Copied", failed: "Couldn't copy" };

/** Copies the sample that is shown. It reads the page, so that the code isn't sent a second time. */
export function CopySample({ label }: { label: string }) {
  const root = useRef<HTMLSpanElement>(null);
  const read = () => {
    const samples = root.current?.closest("figure")?.querySelectorAll<HTMLElement>("[data-language]") ?? [];
    return [...samples].find(({ offsetParent }) => offsetParent !== null)?.querySelector("code")?.textContent ?? "";
  };
  return (
    <span ref={root} className="flex">
      <CopyButton text={read} label={label} words={copyWords} look="icon" />
    </span>
  );
}

const firstLanguage = "curl";
const storageKey = "till-docs-language";

/** Shows every sample in the language that was chosen last, also on later pages. */
export function RememberLanguage() {
  const root = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const figure = root.current?.closest("figure");
    // A choice from before this code ran counts.
    const chosen = figure?.querySelector<HTMLInputElement>("input:checked")?.value ?? firstLanguage;
    if (chosen === firstLanguage) choose(figure ?? document, readStored());
    else store(chosen);
    const remember = ({ target }: Event) => {
      const { value } = target as HTMLInputElement;
      store(value);
      choose(document, value);
    };
    figure?.addEventListener("change", remember);
    return () => figure?.removeEventListener("change", remember);
  }, []);
  return <span ref={root} hidden />;
}

function choose(within: ParentNode, language: string | null): void {
  for (const input of within.querySelectorAll<HTMLInputElement>("input[name^=language-]")) {
    if (input.value === language) input.checked = true;
  }
}

// Storage can be switched off in the browser. The choice then lasts as long as the page.
function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // The choice isn't kept.
  }
}
