"use client";

import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { EndpointForm } from "#components/dashboard/developers/webhooks/endpoint-form.tsx";
import { NewSigningSecret } from "#components/dashboard/developers/webhooks/new-signing-secret.tsx";
import { Modal } from "#components/ui/modal.tsx";

const empty = { url: "", description: "", eventTypes: null, merchantIds: [] };

type CreateEndpointProps = { apiVersion: string | undefined; onClose: () => void };

/** Creates an endpoint, then shows its secret once. */
export function CreateEndpoint({ apiVersion, onClose }: CreateEndpointProps) {
  const keyFor = useIdempotencyKey();
  const create = useRpcMutation("webhooks.create", ["webhooks.list"]);
  if (create.data !== undefined) {
    return (
      <NewSigningSecret title="Your endpoint's secret" secret={create.data.secret} onClose={onClose}>
        The endpoint receives events from now on.
      </NewSigningSecret>
    );
  }
  return (
    <Modal title="Create endpoint" onClose={onClose} isWide>
      <EndpointForm
        initial={empty}
        submitLabel="Create endpoint"
        isBusy={create.isPending}
        error={create.error}
        note={
          apiVersion !== undefined && (
            <p className="text-sm text-ink-muted">
              Events are formatted in API version {apiVersion}, your account's current version.
            </p>
          )
        }
        onSubmit={(settings) => create.mutate({ key: keyFor(settings), ...settings })}
        onClose={onClose}
      />
    </Modal>
  );
}
