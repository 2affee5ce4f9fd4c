"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { Card } from "#components/ui/card.tsx";
import { controlClass, Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { SaveRow } from "#components/ui/save-row.tsx";

const about =
  "Sites that can show the checkout in a window over their own page. Links to the checkout work from any site.";

/** The sites that may embed the checkout in a frame. */
export function EmbedOrigins({ canWrite }: { canWrite: boolean }) {
  const allowed = useQuery(rpcQuery("developers.embedOrigins", {}));
  return (
    <Card title="Sites that embed the checkout" about={about}>
      <Loaded query={allowed} size="h-20 w-full">
        {({ origins }) => (canWrite ? <OriginsForm origins={origins} /> : <Origins origins={origins} />)}
      </Loaded>
    </Card>
  );
}

function Origins({ origins }: { origins: readonly string[] }) {
  return (
    <ul className="space-y-1 text-sm">
      {origins.map((origin) => (
        <li key={origin}>
          <code className="break-all">{origin}</code>
        </li>
      ))}
      {origins.length === 0 && <li className="text-ink-muted">No sites yet.</li>}
    </ul>
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
  return (
    <Form
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ origins: lines })}
      className="space-y-4"
    >
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
    </Form>
  );
}

/** Returns the line that an issue is about, or a name for the whole list. */
function nameOf(field: string, lines: readonly string[]): string {
  return lines[Number(field.split(".")[1])] ?? "The list";
}
