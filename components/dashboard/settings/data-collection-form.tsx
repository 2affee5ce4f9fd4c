"use client";

import { useId, useState } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { SaveRow } from "#components/ui/save-row.tsx";
import type { MutationInput, QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Policy = QueryOutput<"settings.dataCollection">;
type Kind = Policy["kind"];

const kinds: readonly { kind: Kind; label: string }[] = [
  { kind: "off", label: "Never" },
  { kind: "from", label: "From a minimum amount" },
  { kind: "always", label: "Always" },
];

/** The form of the buyer details policy. */
export function DataCollectionForm({ policy }: { policy: Policy }) {
  const id = useId();
  const [kind, setKind] = useState<Kind>(policy.kind);
  const [fields, setFields] = useState(() => fieldsOf(policy));
  const [known, setKnown] = useState(policy);
  if (policy !== known) {
    setKnown(policy);
    setKind(policy.kind);
    setFields(fieldsOf(policy));
  }
  const save = useRpcMutation("settings.setDataCollection", ["settings.dataCollection"]);
  const field = (name: keyof typeof fields, ...issues: string[]) => ({
    value: fields[name],
    error: issues.map((issue) => save.error?.issueOf(issue)).find((message) => message !== undefined),
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  return (
    <Form
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(toInput(kind, fields))}
      className="max-w-xl space-y-5"
    >
      <fieldset className="space-y-1">
        <legend className="text-sm font-medium">Ask for buyer details</legend>
        {kinds.map((one) => (
          <label key={one.kind} className="flex min-h-10 items-center gap-3 text-sm pointer-coarse:min-h-11">
            <input
              type="radio"
              name={id}
              checked={kind === one.kind}
              onChange={() => setKind(one.kind)}
              className="size-5 accent-accent"
            />
            {one.label}
          </label>
        ))}
      </fieldset>
      {kind === "from" && (
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
          <TextField label="Amount" inputMode="decimal" placeholder="1000.00" {...field("amount", "amount", "value")} />
          <TextField label="Currency" maxLength={3} placeholder="EUR" {...field("currency", "currency")} />
        </div>
      )}
      {kind !== "off" && (
        <>
          <TextField
            label="Responsible company"
            hint="The company that is responsible for buyers' data."
            maxLength={100}
            {...field("name", "provider.name")}
          />
          <TextField
            label="Terms URL"
            type="url"
            placeholder="https://…"
            maxLength={2_048}
            {...field("termsUrl", "provider.termsUrl")}
          />
          <TextField
            label="Privacy policy URL"
            type="url"
            placeholder="https://…"
            maxLength={2_048}
            {...field("privacyUrl", "provider.privacyUrl")}
          />
        </>
      )}
      <SaveRow label="Save policy" isBusy={save.isPending} saved={save.isSuccess ? "Saved." : null} />
    </Form>
  );
}

function fieldsOf(policy: Policy) {
  const { name, termsUrl, privacyUrl } =
    policy.kind === "off" ? { name: "", termsUrl: "", privacyUrl: "" } : policy.provider;
  const { amount, currency } = policy.kind === "from" ? policy : { amount: "", currency: "EUR" };
  return { name, termsUrl, privacyUrl, amount, currency };
}

function toInput(kind: Kind, fields: ReturnType<typeof fieldsOf>): MutationInput<"settings.setDataCollection"> {
  const { amount, currency, name, termsUrl, privacyUrl } = fields;
  const provider = { name: name.trim(), termsUrl: termsUrl.trim(), privacyUrl: privacyUrl.trim() };
  if (kind === "off") return { kind };
  return kind === "always" ? { kind, provider } : { kind, amount, currency: currency.trim().toUpperCase(), provider };
}
