"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { Card } from "#components/ui/card.tsx";
import { controlClass, Field } from "#components/ui/field.tsx";
import { FormProblem } from "#components/ui/form-problem.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { SaveRow } from "#components/ui/save-row.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const about =
  "Sites that can show the checkout in a window over their own page. Links to the checkout work from any site.";

/** The sites that may embed the checkout in a frame. */
export function EmbedOrigins({ canWrite }: { canWrite: boolean }) {
  const { data, error } = useQuery(rpcQuery("developers.embedOrigins", {}));
  return (
    <Card title="Sites that embed the checkout" about={about}>
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined && error === null && <Skeleton className="h-20 w-full" />}
      {data !== undefined && canWrite && <OriginsForm origins={data.origins} />}
      {data !== undefined && !canWrite && (
        <ul className="space-y-1 text-sm">
          {data.origins.map((origin) => (
            <li key={origin}>
              <code className="break-all">{origin}</code>
            </li>
          ))}
          {data.origins.length === 0 && <li className="text-ink-muted">No sites yet.</li>}
        </ul>
      )}
    </Card>
  );
}

function OriginsForm({ origins }: { origins: readonly string[] }) {
  const [text, setText] = useState(origins.join("\n"));
  const [known, setKnown] = useState(origins);
  if (origins !== known) {
    setKnown(origins);
    setText(origins.join("\n"));
  }
  const save = useRpcMutation("developers.setEmbedOrigins", ["developers.embedOrigins"]);
  const lines = text.split(/\s+/).filter((line) => line !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ origins: lines });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormProblem error={save.error} />
      <Field
        label="Origins, one per line"
        hint={
          <>
            Enter exact origins: <code>https://shop.example</code>, <code>https://www.shop.example</code>,{" "}
            <code>https://shop.example:8443</code>. No paths or wildcards, up to 20. Leave the list empty to block
            embedding.
          </>
        }
        error={
          save.error?.issues.map(({ field, message }) => `${nameOf(field, lines)} ${message}`).join("; ") || undefined
        }
      >
        {(control) => (
          <textarea
            {...control}
            rows={Math.max(3, origins.length + 1)}
            spellCheck={false}
            autoCapitalize="none"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={`${controlClass} font-mono`}
          />
        )}
      </Field>
      <SaveRow
        label="Save origins"
        isBusy={save.isPending}
        saved={save.isSuccess ? "Saved. Applies from the next page load." : null}
      />
    </form>
  );
}

/** Returns the line that an issue is about, or a name for the whole list. */
function nameOf(field: string, lines: readonly string[]): string {
  return lines[Number(field.split(".")[1])] ?? "The list";
}
