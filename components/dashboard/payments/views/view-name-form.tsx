"use client";

import type { RpcError } from "#components/dashboard/data/rpc-client.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";

/** The characters of a view's name. */
const nameLength = 60;

type ViewNameFormProps = {
  /** The current name of the view; undefined for a new one. */
  name?: string;
  /** The words on the button that submits the form. */
  action: string;
  isBusy: boolean;
  error: RpcError | null;
  onSubmit: (name: string) => void;
  onCancel: () => void;
};

/** Asks for the name of a saved view. */
export function ViewNameForm({ name, action, isBusy, error, onSubmit, onCancel }: ViewNameFormProps) {
  const submit = (form: FormData) => onSubmit(String(form.get("name")));
  return (
    <Form isBusy={isBusy} onSubmit={submit} className="space-y-3">
      <TextField
        label="Name of the view"
        name="name"
        defaultValue={name}
        maxLength={nameLength}
        autoComplete="off"
        dir="auto"
        error={error?.issueOf("name") ?? error?.message}
      />
      <div className="flex gap-2">
        <ActionButton type="submit" look="primary" isBusy={isBusy}>
          {action}
        </ActionButton>
        <ActionButton onClick={onCancel}>Cancel</ActionButton>
      </div>
    </Form>
  );
}
