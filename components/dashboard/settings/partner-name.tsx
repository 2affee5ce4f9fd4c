"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { Card } from "#components/ui/card.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormProblem } from "#components/ui/form-problem.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { SaveRow } from "#components/ui/save-row.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Changes the partner's name. */
export function PartnerName({ canWrite }: { canWrite: boolean }) {
  const { data, error } = useQuery(rpcQuery("settings.partner", {}));
  return (
    <Card title="Name" about="Shown to your members. Buyers see the merchant's name instead.">
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined && error === null && <Skeleton className="h-10 w-80" />}
      {data !== undefined && (canWrite ? <NameForm name={data.name} /> : <p>{data.name}</p>)}
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The frame around the page shows the name too and is rendered on the server.
    if (!rename.isPending) rename.mutate({ name: text }, { onSuccess: () => router.refresh() });
  };
  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      <FormProblem error={rename.error} />
      <TextField
        label="Company name"
        value={text}
        maxLength={100}
        autoComplete="organization"
        error={rename.error?.issueOf("name")}
        onChange={(event) => setText(event.target.value)}
      />
      <SaveRow label="Save name" isBusy={rename.isPending} saved={rename.isSuccess ? "Saved." : null} />
    </form>
  );
}
