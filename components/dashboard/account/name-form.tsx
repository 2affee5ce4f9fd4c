"use client";

import { useRouter } from "next/navigation";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";

/** Changes the member's name. */
export function NameForm({ name }: { name: string }) {
  const router = useRouter();
  const rename = useRpcMutation("account.rename");
  const submit = (form: FormData) => {
    rename.mutate({ name: String(form.get("name")) }, { onSuccess: () => router.refresh() });
  };
  return (
    <Card isSplit title="Name" about="Shown to the other members of your company.">
      <Form isBusy={rename.isPending} onSubmit={submit} className="flex flex-wrap items-start gap-3 px-5 py-4">
        <div className="w-full max-w-sm">
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            defaultValue={name}
            error={rename.error?.issueOf("name") ?? rename.error?.message}
          />
        </div>
        <div className="flex items-center gap-3 sm:pt-6.5">
          <ActionButton type="submit" isBusy={rename.isPending}>
            Save name
          </ActionButton>
          <span role="status" className="text-sm text-ink-muted">
            {rename.isSuccess ? "Saved." : ""}
          </span>
        </div>
      </Form>
    </Card>
  );
}
