"use client";

import { useEffect, useId, useState } from "react";
import { controlClass } from "#components/ui/field.tsx";

type ReferenceFilterProps = { reference: string | undefined; onChange: (reference: string | undefined) => void };

const waitMs = 350;
const fewest = 3;

function faultOf(text: string): string | undefined {
  if (text !== "" && text.length < fewest) return `Type at least ${fewest} characters.`;
  if (text.length > 35) return "References have at most 35 characters.";
  return /^[A-Za-z0-9 /:.,+-]*$/.test(text)
    ? undefined
    : "References can contain only letters, digits, spaces and / : . , + -";
}

/** A search by part of the reference, sent when typing pauses. */
export function ReferenceFilter({ reference = "", onChange }: ReferenceFilterProps) {
  const [text, setText] = useState(reference);
  const id = useId();
  const fault = faultOf(text);
  // The URL also changes by browser navigation and by clearing all filters.
  useEffect(() => setText(reference), [reference]);
  useEffect(() => {
    if (fault !== undefined || text === reference) return;
    const timer = setTimeout(() => onChange(text === "" ? undefined : text), waitMs);
    return () => clearTimeout(timer);
  }, [text, fault, reference, onChange]);
  return (
    <div className="w-full sm:w-60">
      <input
        type="search"
        aria-label="Search by reference"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : id}
        placeholder="Search by reference"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`${controlClass} sm:min-h-9 sm:py-1`}
      />
      {fault !== undefined && (
        <p id={id} className="mt-1 text-sm text-critical">
          {fault}
        </p>
      )}
    </div>
  );
}
