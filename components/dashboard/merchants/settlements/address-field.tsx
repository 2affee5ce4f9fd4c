"use client";

import type { AddressVerdict } from "#components/dashboard/merchants/settlements/judge-address.ts";
import { TextField } from "#components/ui/field.tsx";
import { CheckIcon } from "#components/ui/icons.tsx";

type AddressFieldProps = {
  label: string;
  value: string;
  verdict: AddressVerdict;
  /** True after the first submit, when missing input counts as an error. */
  wasTried: boolean;
  /** The server's validation message. */
  issue: string | undefined;
  isAgreed: boolean;
  onChange: (value: string) => void;
  onAgree: (isAgreed: boolean) => void;
};

/** A field for a destination address, checked while the user types. Unusual addresses need a confirmation. */
export function AddressField({
  label,
  value,
  verdict,
  wasTried,
  issue,
  isAgreed,
  onChange,
  onAgree,
}: AddressFieldProps) {
  const isGood = verdict.kind === "good";
  const warning = isGood ? verdict.warning : null;
  return (
    <div className="space-y-2">
      <TextField
        label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
        className="font-mono"
        value={value}
        error={errorOf(verdict, wasTried, isAgreed) ?? issue}
        hint={verdict.kind === "empty" || verdict.kind === "unfinished" ? verdict.words : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <div role="status" className="space-y-1.5 text-sm">
        {isGood && warning === null && (
          <p className="flex items-center gap-1.5 text-accent">
            <CheckIcon className="size-4" />
            This address is valid.
          </p>
        )}
        {isGood &&
          verdict.notes.map((note) => (
            <p key={note} className="break-words text-ink-muted">
              {note}
            </p>
          ))}
      </div>
      {warning !== null && (
        <div className="space-y-2 rounded-lg bg-critical-wash p-3 text-sm text-critical">
          <p>{warning}</p>
          <label className="flex min-h-6 items-center gap-2 font-medium">
            <input
              type="checkbox"
              checked={isAgreed}
              onChange={({ target }) => onAgree(target.checked)}
              className="size-4 accent-critical"
            />
            Use this address anyway
          </label>
        </div>
      )}
    </div>
  );
}

function errorOf(verdict: AddressVerdict, wasTried: boolean, isAgreed: boolean): string | undefined {
  if (verdict.kind === "wrong") return verdict.words;
  if (!wasTried) return undefined;
  if (verdict.kind !== "good") {
    return verdict.kind === "empty" ? "Enter an address." : `Incomplete address: ${verdict.words}.`;
  }
  return verdict.warning !== null && !isAgreed ? "Confirm this address, or enter a different one." : undefined;
}

/** True when the address can be submitted. */
export function isUsable(
  verdict: AddressVerdict,
  isAgreed: boolean,
): verdict is Extract<AddressVerdict, { kind: "good" }> {
  return verdict.kind === "good" && (verdict.warning === null || isAgreed);
}
