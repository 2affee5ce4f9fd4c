"use client";

import { useState } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import type { SavedView } from "#components/dashboard/payments/views/saved-view.ts";
import { ViewNameForm } from "#components/dashboard/payments/views/view-name-form.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Problem } from "#components/ui/problem.tsx";

type EditViewProps = {
  view: SavedView;
  /** The list's filters, when they aren't those of the view. */
  input: PaymentListInput | undefined;
  onDone: () => void;
};

/** Renames a view, replaces its filters with those of the list, or deletes it. */
export function EditView({ view: { id: viewId, name, filter }, input, onDone }: EditViewProps) {
  const rename = useRpcMutation("payments.changeView", ["payments.views"]);
  const replace = useRpcMutation("payments.changeView", ["payments.views"]);
  return (
    <div className="space-y-4 p-1">
      <ViewNameForm
        name={name}
        action="Rename"
        isBusy={rename.isPending}
        error={rename.error}
        onSubmit={(changed) => rename.mutate({ viewId, name: changed, filter }, { onSuccess: onDone })}
        onCancel={onDone}
      />
      <div className="space-y-2 border-t border-line pt-4">
        {input !== undefined && (
          <ActionButton
            className="w-full"
            isBusy={replace.isPending}
            onClick={() => replace.mutate({ viewId, name, filter: input }, { onSuccess: onDone })}
          >
            Update to the current filters
          </ActionButton>
        )}
        {replace.error !== null && <Problem>{replace.error.message}</Problem>}
        <DeleteView viewId={viewId} onDone={onDone} />
      </div>
    </div>
  );
}

/** Deletes a view by two presses of a button. */
function DeleteView({ viewId, onDone }: { viewId: string; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useRpcMutation("payments.deleteView", ["payments.views"]);
  return (
    <>
      <ActionButton
        look="critical"
        className="w-full"
        isBusy={remove.isPending}
        onClick={() => (isAsked ? remove.mutate({ viewId }, { onSuccess: onDone }) : setAsked(true))}
      >
        {isAsked ? "Delete permanently" : "Delete view"}
      </ActionButton>
      {remove.error !== null && <Problem>{remove.error.message}</Problem>}
    </>
  );
}
