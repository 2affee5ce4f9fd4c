"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { Card } from "#components/ui/card.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { SaveRow } from "#components/ui/save-row.tsx";

/** Changes the partner's name. */
export function PartnerName({ canWrite }: { canWrite: boolean }) {
  const partner = useQuery(rpcQuery("settings.partner", {}));
  return (
    <Card title="Name" about="Shown to your members. Buyers see the merchant's name instead.">
      <Loaded query={partner} size="h-10 w-80">
        {({ name }) => (canWrite ? <NameForm name={name} /> : <p>{name}</p>)}
      </Loaded>
    </Card>
  );
}

function NameForm({ name }: { name: string }) {
  const [text, setText] = useState(name);
  const [known, setKnown] = useState(name);
  if (name !== known) {
    setKnown(name);
    setText(name);
  }
  const router = useRouter();
  const rename = useRpcMutation("settings.rename", ["settings.partner"]);
  // The frame around the page shows the name too and is rendered on the server.
  const submit = () => rename.mutate({ name: text }, { onSuccess: () => router.refresh() });
  return (
    <Form isBusy={rename.isPending} error={rename.error} onSubmit={submit} className="max-w-md space-y-4">
      <TextField
        label="Company name"
        value={text}
        maxLength={100}
        autoComplete="organization"
        error={rename.error?.issueOf("name")}
        onChange={(event) => setText(event.target.value)}
      />
      <SaveRow label="Save name" isBusy={rename.isPending} saved={rename.isSuccess ? "Saved." : null} />
    </Form>
  );
}
