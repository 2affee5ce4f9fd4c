"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { When } from "#components/dashboard/when.tsx";
import { AddPasskeyForm } from "#components/passkeys/add-passkey-form.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Passkey = QueryOutput<"passkeys.list">["passkeys"][number];

/** The member's passkeys, with the buttons that add, rename and remove them. Hidden where passkeys don't work. */
export function PasskeysSection() {
  const { data, error } = useQuery(rpcQuery("passkeys.list", {}));
  const [isAdding, setIsAdding] = useState(false);
  if (error !== null) return <Problem>{error.message}</Problem>;
  if (data === undefined || (!data.isOffered && data.passkeys.length === 0)) return null;
  const { isOffered, max, passkeys } = data;
  const isFull = passkeys.length >= max;
  return (
    <>
      <Card
        isSplit
        title="Passkeys"
        about={
          isFull
            ? `You have ${max} passkeys, the maximum for an account.`
            : "Sign in with your fingerprint, face, screen lock or security key. A passkey replaces both your password and the code."
        }
        action={isOffered && !isFull && <ActionButton onClick={() => setIsAdding(true)}>Add passkey</ActionButton>}
      >
        {passkeys.length === 0 ? undefined : (
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
      </Card>
      {isAdding && (
        <Modal title="Add a passkey" onClose={() => setIsAdding(false)}>
          <AddPasskeyForm onAdded={() => setIsAdding(false)} />
          <p className="text-sm text-ink-muted">Adding a passkey signs you out everywhere else.</p>
        </Modal>
      )}
    </>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const close = () => setOpen(null);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          <Badge>{isSynced ? "Synced" : "On one device"}</Badge>
        </p>
        <p className="text-sm text-ink-muted">
          Added <When at={createdAt} />, {lastUsedAt === null ? "not used yet" : <LastUsed at={lastUsedAt} />}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionButton aria-label={`Rename ${name}`} onClick={() => setOpen("rename")}>
          Rename
        </ActionButton>
        <ActionButton aria-label={`Remove ${name}`} onClick={() => setOpen("remove")}>
          Remove
        </ActionButton>
      </div>
      {open === "rename" && <RenamePasskey passkey={passkey} onClose={close} />}
      {open === "remove" && <RemovePasskey passkey={passkey} onClose={close} />}
    </li>
  );
}

function LastUsed({ at }: { at: string }) {
  return (
    <>
      last used <When at={at} />
    </>
  );
}

function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRpcMutation("passkeys.rename", ["passkeys.list"]);
  const submit = (form: FormData) => {
    const given = String(form.get("name"));
    rename.mutate({ passkeyId: id, name: given }, { onSuccess: onClose });
  };
  return (
    <Modal title="Rename passkey" onClose={onClose}>
      <Form isBusy={rename.isPending} error={rename.error} onSubmit={submit}>
        <TextField label="Name" name="name" defaultValue={name} error={rename.error?.issueOf("name")} />
        <ActionButton type="submit" look="primary" isBusy={rename.isPending}>
          Save name
        </ActionButton>
      </Form>
    </Modal>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRpcMutation("passkeys.remove", ["passkeys.list", "account.security", "members.list"]);
  return (
    <ConfirmDialog
      title="Remove passkey"
      confirmLabel="Remove passkey"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ passkeyId: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{isolated(name)} will no longer sign you in. Other browsers that you signed in with it are signed out.</p>
      <p className="text-sm text-ink-muted">Your device or password manager may still list it. Delete it there too.</p>
    </ConfirmDialog>
  );
}
