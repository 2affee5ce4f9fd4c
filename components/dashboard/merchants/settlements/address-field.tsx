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
  onChange: (value: string) => void;
};

/** A field for a destination address, checked while the user types. */
export function AddressField({ label, value, verdict, wasTried, issue, onChange }: AddressFieldProps) {
  const isGood = verdict.kind === "good";
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
        error={errorOf(verdict, wasTried) ?? issue}
        hint={verdict.kind === "empty" || verdict.kind === "unfinished" ? verdict.words : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <div role="status" className="space-y-1.5 text-sm">
        {isGood && (
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
    </div>
  );
}

function errorOf(verdict: AddressVerdict, wasTried: boolean): string | undefined {
  if (verdict.kind === "wrong") return verdict.words;
  if (!wasTried || verdict.kind === "good") return undefined;
  return verdict.kind === "empty" ? "Enter an address." : `Incomplete address: ${verdict.words}.`;
}
