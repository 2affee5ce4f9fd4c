"use client";

import { type ReactNode, useId } from "react";
import { fieldSentence } from "#components/ui/field-sentence.ts";
import { eventMeanings } from "#lib/core/event-meanings.ts";
import { type EventType, eventTypes } from "#lib/core/event-types.ts";

const groupNames: Readonly<Record<string, string>> = {
  payment: "Payments",
  payout: "Payouts",
  refund: "Refunds",
  deposit: "Transfers",
  merchant: "Merchants",
  settlement_destination: "Settlement destinations",
  api_key: "API keys",
  webhook_endpoint: "Webhook endpoints",
};

const subjectOf = (type: EventType) => type.slice(0, type.indexOf("."));
/** The types by subject, in their order. */
const groups = [...new Set(eventTypes.map(subjectOf))].map(
  (subject) => [subject, eventTypes.filter((type) => subjectOf(type) === subject)] as const,
);

type EventTypeChoiceProps = {
  /** Null for all types. */
  chosen: readonly EventType[] | null;
  error: string | undefined;
  onChange: (chosen: readonly EventType[] | null) => void;
};

/** A checklist of the types of events, grouped by subject. */
export function EventTypeChoice({ chosen, error, onChange }: EventTypeChoiceProps) {
  const id = useId();
  const set = (types: readonly EventType[], isOn: boolean) => {
    const others = (chosen ?? []).filter((type) => !types.includes(type));
    const next = isOn ? [...others, ...types] : others;
    onChange(eventTypes.filter((type) => next.includes(type)));
  };
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`} className="space-y-3">
      <legend className="text-sm font-medium">Events</legend>
      {error !== undefined && (
        <p id={`${id}-error`} data-issue tabIndex={-1} className="text-sm text-critical">
          {fieldSentence("The list of events", error)}
        </p>
      )}
      <div className="space-y-1">
        <Choice
          kind="radio"
          name={id}
          isChecked={chosen === null}
          label="All events"
          about="Includes types that are added later"
          onChange={() => onChange(null)}
        />
        <Choice
          kind="radio"
          name={id}
          isChecked={chosen !== null}
          label="Selected events"
          onChange={() => onChange([])}
        />
      </div>
      {chosen !== null && (
        <div className="space-y-4 rounded-lg border border-line px-3 py-2">
          {groups.map(([subject, types]) => (
            <fieldset key={subject} aria-label={groupNames[subject] ?? subject}>
              <Choice
                kind="checkbox"
                isChecked={types.every((type) => chosen.includes(type))}
                isMixed={types.some((type) => chosen.includes(type)) && !types.every((type) => chosen.includes(type))}
                label={groupNames[subject] ?? subject}
                onChange={(isOn) => set(types, isOn)}
              />
              <div className="pl-8">
                {types.map((type) => (
                  <Choice
                    key={type}
                    kind="checkbox"
                    isChecked={chosen.includes(type)}
                    label={<code className="text-xs font-normal sm:text-[0.8125rem]">{type}</code>}
                    about={eventMeanings[type]}
                    onChange={(isOn) => set([type], isOn)}
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      )}
    </fieldset>
  );
}

type ChoiceProps = {
  kind: "radio" | "checkbox";
  name?: string;
  isChecked: boolean;
  isMixed?: boolean;
  label: ReactNode;
  about?: string;
  onChange: (isOn: boolean) => void;
};

function Choice({ kind, name, isChecked, isMixed = false, label, about, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-9 items-start gap-3 py-1.5 text-sm pointer-coarse:min-h-11">
      <input
        type={kind}
        name={name}
        checked={isChecked}
        ref={(input) => {
          if (input !== null) input.indeterminate = isMixed;
        }}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{label}</span>
        {about !== undefined && <span className="block text-ink-muted">{about}</span>}
      </span>
    </label>
  );
}
