"use client";

import { ActionButton } from "#components/ui/action-button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** Codes for a day without the app; shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const words = { copied: "Copied", failed: "Not copied" };
  return (
    <div className="space-y-5">
      <p className="text-sm text-pretty">
        Keep these recovery codes where you keep your passwords. Each is good once, in place of a code from the app, and{" "}
        <strong className="font-semibold">they are not shown again</strong>.
      </p>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 rounded-lg bg-sunken p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-sm whitespace-nowrap">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-4">
        <ActionButton look="primary" onClick={onClose}>
          I have kept them
        </ActionButton>
        <CopyButton text={codes.join("\n")} label="Copy all" words={words} look="quiet" />
      </div>
    </div>
  );
}
