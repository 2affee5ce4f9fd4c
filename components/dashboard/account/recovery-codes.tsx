"use client";

import { ActionButton } from "#components/ui/action-button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

type RecoveryCodesProps = { codes: readonly string[]; replacesOthers?: boolean; onClose: () => void };

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, replacesOthers = false, onClose }: RecoveryCodesProps) {
  const words = { copied: "Copied", failed: "Couldn't copy" };
  return (
    <div className="space-y-5">
      <p className="text-sm text-pretty">
        Save these recovery codes in your password manager. Each one works once, in place of a code from the app.{" "}
        {replacesOthers && "Your previous recovery codes no longer work. "}
        <strong className="font-semibold">You won't see these codes again.</strong>
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
          I've saved them
        </ActionButton>
        <CopyButton text={codes.join("\n")} label="Copy all" words={words} look="quiet" />
      </div>
    </div>
  );
}
