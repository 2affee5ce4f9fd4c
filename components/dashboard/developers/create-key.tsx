"use client";

import { useId, useState } from "react";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { NewKey } from "#components/dashboard/developers/new-key.tsx";
import { type Permission, permissionWords, presets } from "#components/dashboard/developers/permission-words.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { fieldSentence } from "#components/ui/field-sentence.ts";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";

type CreateKeyProps = { permissions: readonly { permission: Permission; isMine: boolean }[]; onClose: () => void };

/** Creates a key with a name, permissions and limits, then shows its secret once. */
export function CreateKey({ permissions, onClose }: CreateKeyProps) {
  const [name, setName] = useState("");
  const [expiresOn, setExpiresOn] = useState("");
  const [networks, setNetworks] = useState("");
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const keyFor = useIdempotencyKey();
  const create = useRpcMutation("developers.createKey", ["developers.keys", "developers.quickStart"]);
  if (create.data !== undefined) return <NewKey name={name} secret={create.data.secret} onClose={onClose} />;
  const submit = () => {
    const allowedNetworks = networks.split(/[\s,]+/).filter((text) => text !== "");
    const expiry = expiresOn === "" ? {} : { expiresAt: `${expiresOn}T23:59:59Z` };
    const typed = { name, permissions: [...chosen], allowedNetworks, ...expiry };
    create.mutate({ key: keyFor(typed), ...typed });
  };
  const { error } = create;
  return (
    <Modal title="Create API key" onClose={onClose}>
      <Form isBusy={create.isPending} error={error} onSubmit={submit}>
        <TextField
          label="Name"
          hint="Where you'll use the key, such as “Web shop, production”."
          value={name}
          maxLength={64}
          autoComplete="off"
          error={error?.issueOf("name")}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Expires on (optional)"
          hint="The last day on which the key works, in UTC."
          type="date"
          value={expiresOn}
          error={error?.issueOf("expiresAt")}
          onChange={(event) => setExpiresOn(event.target.value)}
        />
        <TextField
          label="Allowed addresses (optional)"
          hint="IP addresses or networks of your servers, such as 203.0.113.0/24, separated by commas. Empty allows any address."
          value={networks}
          autoComplete="off"
          error={error?.issueOf("allowedNetworks")}
          onChange={(event) => setNetworks(event.target.value)}
        />
        <PermissionChoice
          permissions={permissions}
          chosen={chosen}
          error={error?.issueOf("permissions")}
          onChange={setChosen}
        />
        <FormButtons onCancel={onClose} isBusy={create.isPending}>
          Create key
        </FormButtons>
      </Form>
    </Modal>
  );
}

type PermissionChoiceProps = {
  permissions: CreateKeyProps["permissions"];
  chosen: readonly Permission[];
  error: string | undefined;
  onChange: (chosen: readonly Permission[]) => void;
};

function PermissionChoice({ permissions, chosen, error, onChange }: PermissionChoiceProps) {
  const id = useId();
  const mine = permissions.filter(({ isMine }) => isMine).map(({ permission }) => permission);
  const toggle = (permission: Permission) =>
    onChange(chosen.includes(permission) ? chosen.filter((one) => one !== permission) : [...chosen, permission]);
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`} className="space-y-3">
      <legend className="text-sm font-medium">Permissions</legend>
      <div className="flex flex-wrap gap-2">
        {presets
          .filter((preset) => preset.permissions.every((permission) => mine.includes(permission)))
          .map((preset) => (
            <ActionButton key={preset.label} onClick={() => onChange(preset.permissions)}>
              {preset.label}
            </ActionButton>
          ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-critical">
          {fieldSentence("A key", error)}
        </p>
      )}
      <ul className="space-y-1">
        {permissions.map(({ permission, isMine }) => (
          <li key={permission}>
            <label
              className={`flex min-h-10 items-start gap-3 py-1.5 pointer-coarse:min-h-11 ${isMine ? "" : "text-ink-muted"}`}
            >
              <input
                type="checkbox"
                checked={chosen.includes(permission)}
                disabled={!isMine}
                onChange={() => toggle(permission)}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="text-sm">
                <span className="block font-medium">{permissionWords[permission].label}</span>
                <span className="block text-ink-muted">
                  {isMine ? permissionWords[permission].about : "Your role can't grant this"}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
