"use client";

import { useState } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";
import { copyText } from "#components/ui/copy-text.ts";
import { ShareIcon } from "#components/ui/icons.tsx";

type ShareButtonProps = { url: string; title: string };

const words = { idle: "Share", copied: "Link copied", failed: "Couldn't copy" };

/** Opens the device's list of apps to send a link with, or copies it where there is none, as in most browsers of a desktop. */
export function ShareButton({ url, title }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof words>("idle");
  const share = async () => {
    if (typeof navigator.share === "function") {
      const refusal = await navigator.share({ title, url }).then(
        () => null,
        (error: Error) => error.name,
      );
      if (refusal === null || refusal === "AbortError") return;
    }
    setOutcome((await copyText(url)) ? "copied" : "failed");
  };
  return (
    <>
      <ActionButton onClick={() => void share()} className="col-span-2 noscript:hidden">
        <ShareIcon className="size-4" />
        {words[outcome]}
      </ActionButton>
      <span role="status" className="sr-only">
        {outcome === "idle" ? "" : words[outcome]}
      </span>
    </>
  );
}
