"use client";

import { useState } from "react";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { NewSigningSecret } from "#components/dashboard/developers/webhooks/new-signing-secret.tsx";
import type { Endpoint } from "#components/dashboard/developers/webhooks/webhook.ts";
import { When } from "#components/dashboard/when.tsx";
import { SelectField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";

const overlaps = [
  { hours: 0, label: "Not at all: stop using it now" },
  { hours: 1, label: "For 1 hour" },
  { hours: 24, label: "For 24 hours" },
  { hours: 72, label: "For 3 days" },
  { hours: 168, label: "For 7 days" },
];

/** Replaces an endpoint's secret, then shows the new one once. */
export function RotateSecret({
  endpoint: { id: endpointId, oldSecretUntil },
  onClose,
}: {
  endpoint: Endpoint;
  onClose: () => void;
}) {
  const [hours, setHours] = useState(24);
  const keyFor = useIdempotencyKey();
  const rotate = useRpcMutation("webhooks.rotateSecret", ["webhooks.list", "webhooks.endpoint"]);
  if (rotate.data !== undefined) {
    const { secret, oldSecretUntil: until } = rotate.data;
    return (
      <NewSigningSecret title="The new secret" secret={secret} onClose={onClose}>
        {until === null ? (
          "Webhooks are signed by the new secret only."
        ) : (
          <>
            Webhooks carry signatures by both secrets until <When at={until} />.
          </>
        )}
      </NewSigningSecret>
    );
  }
  const submit = () => {
    const typed = { endpointId, overlapHours: hours };
    rotate.mutate({ key: keyFor(typed), ...typed });
  };
  return (
    <Modal title="Rotate secret" onClose={onClose}>
      <Form isBusy={rotate.isPending} error={rotate.error} onSubmit={submit}>
        <p className="text-pretty">
          Webhooks are signed by a new secret from now on. Keep the current one working for as long as your servers need
          to switch.
        </p>
        {oldSecretUntil !== null && (
          <p className="text-sm text-pretty text-critical">
            An earlier secret still signs until <When at={oldSecretUntil} />. It stops at once when you rotate again.
          </p>
        )}
        <SelectField
          label="Keep signing with the current secret"
          value={hours}
          error={rotate.error?.issueOf("overlapHours")}
          onChange={({ target }) => setHours(Number(target.value))}
        >
          {overlaps.map((overlap) => (
            <option key={overlap.hours} value={overlap.hours}>
              {overlap.label}
            </option>
          ))}
        </SelectField>
        <FormButtons onCancel={onClose} isBusy={rotate.isPending}>
          Rotate secret
        </FormButtons>
      </Form>
    </Modal>
  );
}
