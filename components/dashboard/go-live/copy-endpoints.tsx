"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { NewSigningSecret } from "#components/dashboard/developers/webhooks/new-signing-secret.tsx";
import { typesWords } from "#components/dashboard/developers/webhooks/webhook.ts";
import { CopiedState } from "#components/dashboard/go-live/copied-state.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Endpoint = QueryOutput<"goLive.endpoints">["endpoints"][number];

/** The webhook endpoints of test mode, each with a button that copies it and shows the copy's secret once. */
export function CopyEndpoints({ canWrite }: { canWrite: boolean }) {
  const query = useQuery(rpcQuery("goLive.endpoints", {}));
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Card
      isSplit
      title="Webhook endpoints of test mode"
      about="A copy has the URL and the events, and a signing secret of its own. Its events say live: true."
    >
      <Loaded query={query} size="h-24 w-full">
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <p className="px-5 py-4 text-sm text-ink-muted">Test mode has no webhook endpoints.</p>
          ) : (
            <ul aria-label="Webhook endpoints of test mode" className="divide-y divide-line">
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} canWrite={canWrite} onSecret={setSecret} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {secret !== null && (
        <NewSigningSecret title="The live endpoint's secret" secret={secret} onClose={() => setSecret(null)}>
          The copy receives live events from now on.
        </NewSigningSecret>
      )}
    </Card>
  );
}

type EndpointRowProps = { endpoint: Endpoint; canWrite: boolean; onSecret: (secret: string | null) => void };

function EndpointRow({ endpoint, canWrite, onSecret }: EndpointRowProps) {
  const { id, url, copy, isUrlTaken, merchantIds } = endpoint;
  const keyFor = useIdempotencyKey();
  const copying = useRpcMutation("goLive.copyEndpoint", ["goLive.endpoints", "goLive.progress"]);
  const input = { endpointId: id };
  const copyOne = () =>
    copying.mutate({ key: keyFor(input), ...input }, { onSuccess: ({ secret }) => onSecret(secret) });
  const merchants = merchantIds.length === 0 ? "all merchants" : `${merchantIds.length} of the merchants`;
  return (
    <li className="space-y-2 px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 grow basis-48">
          <span className="block font-medium wrap-anywhere">{url}</span>
          <span className="text-ink-muted">
            {typesWords(endpoint)} of {merchants}
          </span>
        </p>
        {copy === null && !isUrlTaken && canWrite && (
          <ActionButton isBusy={copying.isPending} onClick={copyOne} aria-label={`Copy ${url} to live`}>
            Copy to live
          </ActionButton>
        )}
        {isUrlTaken && <p className="text-ink-muted">Live mode has an endpoint with this URL</p>}
        {copy !== null && <CopiedState copy={copy} path={paths.webhook(copy.id)} isNew={false} />}
      </div>
      {copying.error !== null && <Problem>{copying.error.message}</Problem>}
    </li>
  );
}
