"use client";

import type { FormEvent } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import { nameLength } from "#components/dashboard/payments/views/saved-view.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";

/** Saves the list's filters under a name. */
export function NewView({ input, onDone }: { input: PaymentListInput; onDone: () => void }) {
  const save = useRpcMutation("payments.saveView", ["payments.views"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    if (!save.isPending) save.mutate({ name, filter: input }, { onSuccess: onDone });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-3 p-1">
      <TextField
        label="Name of the view"
        name="name"
        maxLength={nameLength}
        autoComplete="off"
        dir="auto"
        error={save.error?.issueOf("name") ?? save.error?.message}
      />
      <div className="flex gap-2">
        <ActionButton type="submit" look="primary" isBusy={save.isPending}>
          Save view
        </ActionButton>
        <ActionButton onClick={onDone}>Cancel</ActionButton>
      </div>
    </form>
  );
}
