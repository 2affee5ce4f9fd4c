"use client";

import { useState } from "react";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";

/** Creates an app with a name and an icon, under a new id or one that the wallet sends already. */
export function CreateApp({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [iconUrl, setIconUrl] = useState("");
  const [id, setId] = useState("");
  const keyFor = useIdempotencyKey();
  const create = useRpcMutation("developers.createApp", ["developers.apps"]);
  const submit = () => {
    const input = {
      name,
      ...(iconUrl.trim() === "" ? {} : { iconUrl: iconUrl.trim() }),
      ...(id.trim() === "" ? {} : { id: id.trim() }),
    };
    create.mutate({ key: keyFor(input), ...input }, { onSuccess: onClose });
  };
  const { error } = create;
  return (
    <Modal title="Create app" onClose={onClose}>
      <Form isBusy={create.isPending} error={error} onSubmit={submit}>
        <TextField
          label="Name"
          hint="The wallet's name, as buyers and merchants know it."
          value={name}
          maxLength={64}
          autoComplete="off"
          error={error?.issueOf("name")}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Icon URL (optional)"
          hint="HTTPS URL of a PNG, JPEG, WebP or AVIF. The requirements for merchant logos apply. We fetch it now and show our copy."
          type="url"
          inputMode="url"
          placeholder="https://wallet.example/icon.png"
          value={iconUrl}
          maxLength={2_048}
          error={error?.issueOf("iconUrl")}
          onChange={(event) => setIconUrl(event.target.value)}
        />
        <TextField
          label="App-Id (optional)"
          hint="The ID that the wallet already sends, such as its wallet kit's project ID. Leave it empty to get a new one."
          value={id}
          maxLength={64}
          autoComplete="off"
          error={error?.issueOf("id")}
          onChange={(event) => setId(event.target.value)}
        />
        <FormButtons onCancel={onClose} isBusy={create.isPending}>
          Create app
        </FormButtons>
      </Form>
    </Modal>
  );
}
