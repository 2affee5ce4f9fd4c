"use client";

import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { EndpointForm, type EndpointSettings } from "#components/dashboard/developers/webhooks/endpoint-form.tsx";
import type { Endpoint } from "#components/dashboard/developers/webhooks/webhook.ts";
import { Modal } from "#components/ui/modal.tsx";

const changed = ["webhooks.list", "webhooks.endpoint"] as const;

/** Edits an endpoint. Another URL needs a proof of who the member is, which the mutation asks for. */
export function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { id: endpointId, url, description, eventTypes, merchants, leftBy } = endpoint;
  const update = useRpcMutation("webhooks.update", changed);
  const updateWithUrl = useRpcMutation("webhooks.updateWithUrl", changed);
  const initial: EndpointSettings = {
    url,
    description,
    eventTypes: eventTypes.length === 0 ? null : [...eventTypes],
    merchantIds: merchants.map(({ id }) => id),
  };
  const save = ({ url: newUrl, ...settings }: EndpointSettings) => {
    // A URL that a removed member chose is confirmed by saving it again.
    const isSameUrl = newUrl.trim() === url && leftBy === null;
    // Otherwise the problem of an earlier try would hide that of this one.
    (isSameUrl ? updateWithUrl : update).reset();
    if (isSameUrl) update.mutate({ endpointId, ...settings }, { onSuccess: onClose });
    else updateWithUrl.mutate({ endpointId, url: newUrl, ...settings }, { onSuccess: onClose });
  };
  return (
    <Modal title="Edit endpoint" onClose={onClose} isWide>
      <EndpointForm
        initial={initial}
        submitLabel="Save changes"
        isBusy={update.isPending || updateWithUrl.isPending}
        error={updateWithUrl.error ?? update.error}
        note={
          <p className="text-sm text-ink-muted">
            Changes apply to events from now on. Pending deliveries go to the URL that's set when they're sent.
          </p>
        }
        onSubmit={save}
        onClose={onClose}
      />
    </Modal>
  );
}
