"use client";

import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import { ViewNameForm } from "#components/dashboard/payments/views/view-name-form.tsx";

/** Saves the list's filters under a name. */
export function NewView({ input, onDone }: { input: PaymentListInput; onDone: () => void }) {
  const save = useRpcMutation("payments.saveView", ["payments.views"]);
  return (
    <div className="p-1">
      <ViewNameForm
        action="Save view"
        isBusy={save.isPending}
        error={save.error}
        onSubmit={(name) => save.mutate({ name, filter: input }, { onSuccess: onDone })}
        onCancel={onDone}
      />
    </div>
  );
}
