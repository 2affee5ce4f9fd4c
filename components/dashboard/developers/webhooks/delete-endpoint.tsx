"use client";

import { useRouter } from "next/navigation";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { countWords, type Endpoint } from "#components/dashboard/developers/webhooks/webhook.ts";
import { paths } from "#components/dashboard/paths.ts";
import { useModePath } from "#components/ui/mode.tsx";

type DeleteEndpointProps = { endpoint: Endpoint; max: number; onClose: () => void };

/** Confirms the deletion of an endpoint, and leaves its page. */
export function DeleteEndpoint({ endpoint: { id: endpointId, url, pending }, max, onClose }: DeleteEndpointProps) {
  const router = useRouter();
  const inMode = useModePath();
  const remove = useRpcMutation("webhooks.delete", ["webhooks.list"]);
  return (
    <ConfirmDialog
      title="Delete this endpoint?"
      confirmLabel="Delete endpoint"
      isDangerous
      isBusy={remove.isPending || remove.isSuccess}
      error={remove.error}
      onConfirm={() => remove.mutate({ endpointId }, { onSuccess: () => router.push(inMode(paths.webhooks)) })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Nothing more is sent to <code className="text-sm">{url}</code>, and its secret is deleted. This can't be undone.
      </p>
      <p className="text-ink-muted">
        {pending === 0
          ? "No deliveries are pending."
          : `${pending === 1 ? "1 pending delivery" : `${countWords(pending, max)} pending deliveries`} won't be made.`}{" "}
        Events stay in the list of events.
      </p>
    </ConfirmDialog>
  );
}
