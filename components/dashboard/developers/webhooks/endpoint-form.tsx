"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { RpcError } from "#components/dashboard/data/rpc-client.ts";
import { EventTypeChoice } from "#components/dashboard/developers/webhooks/event-type-choice.tsx";
import { MerchantFilter } from "#components/dashboard/payments/merchant-filter.tsx";
import { TextField } from "#components/ui/field.tsx";
import { fieldSentence } from "#components/ui/field-sentence.ts";
import { Form, FormButtons } from "#components/ui/form.tsx";
import type { EventType } from "#lib/core/event-types.ts";

/** The settings of an endpoint as the form has them; null for all types, no merchants for all of them. */
export type EndpointSettings = {
  url: string;
  description: string;
  eventTypes: EventType[] | null;
  merchantIds: string[];
};

/** The maximum number of merchants that the filter can show as chosen. */
const maxChosen = 50;

type EndpointFormProps = {
  initial: EndpointSettings;
  submitLabel: string;
  isBusy: boolean;
  error: RpcError | null;
  /** A note above the buttons. */
  note?: ReactNode;
  onSubmit: (settings: EndpointSettings) => void;
  onClose: () => void;
};

/** The form of an endpoint's settings. */
export function EndpointForm({ initial, submitLabel, isBusy, error, note, onSubmit, onClose }: EndpointFormProps) {
  const [settings, setSettings] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  // The form is longer than the screen, so an error can be out of sight.
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>("[aria-invalid], [data-issue]")?.focus();
  }, [error]);
  const set = (changes: Partial<EndpointSettings>) => setSettings({ ...settings, ...changes });
  const merchantIssue = error?.issues.find(({ field }) => field.startsWith("merchantIds"))?.message;
  return (
    <Form ref={form} isBusy={isBusy} error={error} onSubmit={() => onSubmit(settings)}>
      <TextField
        label="URL"
        hint="Where Till sends the events: an HTTPS URL at a public address."
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://shop.example/webhooks"
        value={settings.url}
        error={error?.issueOf("url")}
        onChange={({ target }) => set({ url: target.value })}
      />
      <TextField
        label="Description (optional)"
        value={settings.description}
        maxLength={256}
        autoComplete="off"
        dir="auto"
        error={error?.issueOf("description")}
        onChange={({ target }) => set({ description: target.value })}
      />
      <EventTypeChoice
        chosen={settings.eventTypes}
        error={error?.issueOf("eventTypes")}
        onChange={(eventTypes) => set({ eventTypes: eventTypes && [...eventTypes] })}
      />
      <div className="space-y-1.5">
        <p className="text-sm font-medium">Merchants</p>
        {settings.merchantIds.length <= maxChosen && (
          <MerchantFilter chosen={settings.merchantIds} onChange={(merchantIds) => set({ merchantIds })} />
        )}
        {merchantIssue !== undefined && (
          <p data-issue tabIndex={-1} className="text-sm text-critical">
            {fieldSentence("Each merchant", merchantIssue)}
          </p>
        )}
        <p className="text-sm text-ink-muted">{merchantsHint(settings.merchantIds.length)}</p>
      </div>
      {note}
      <FormButtons onCancel={onClose} isBusy={isBusy}>
        {submitLabel}
      </FormButtons>
    </Form>
  );
}

function merchantsHint(count: number): string {
  if (count === 0) return "Events of all merchants and of your account. Choose merchants to receive only theirs.";
  if (count > maxChosen)
    return `Only events of ${count} merchants. A list this long can only be changed through the API.`;
  return "Only events of these merchants. Events of your account, such as new API keys, are left out.";
}
