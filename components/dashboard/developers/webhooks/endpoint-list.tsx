"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { framed } from "#components/dashboard/data/paged-list.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { CreateEndpoint } from "#components/dashboard/developers/webhooks/create-endpoint.tsx";
import { EndpointBadge } from "#components/dashboard/developers/webhooks/endpoint-badge.tsx";
import {
  countWords,
  type ListedEndpoint,
  merchantsWords,
  typesWords,
} from "#components/dashboard/developers/webhooks/webhook.ts";
import { paths } from "#components/dashboard/paths.ts";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isolated } from "#lib/core/isolated.ts";

const pollMs = 10_000;

/** The partner's webhook endpoints. */
export function EndpointList({ canWrite }: { canWrite: boolean }) {
  const list = useQuery({ ...rpcQuery("webhooks.list", {}), refetchInterval: pollMs });
  const [isCreating, setCreating] = useState(false);
  const { data } = list;
  const isFull = data !== undefined && data.endpoints.length >= data.maxEndpoints;
  const create = canWrite && !isFull && (
    <ActionButton look="primary" onClick={() => setCreating(true)}>
      Create endpoint
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="Till sends events about payments, payouts and refunds to your server as they happen. Each event is signed, and retried for three days until your server confirms it."
      >
        {create}
      </PageHeader>
      <Loaded query={list} size="h-40 w-full">
        {({ endpoints, maxCounted }) =>
          endpoints.length === 0 ? (
            <EmptyState title="No webhook endpoints yet">
              <p>Create an endpoint so that your server learns when a payment succeeds, without polling.</p>
              {create}
            </EmptyState>
          ) : (
            <ul aria-label="Webhook endpoints" className={`divide-y divide-line ${framed}`}>
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} maxCounted={maxCounted} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {canWrite && isFull && (
        <p className="text-sm text-ink-muted">
          An account can have {data.maxEndpoints} endpoints. Delete one to create another.
        </p>
      )}
      {isCreating && <CreateEndpoint apiVersion={data?.apiVersion} onClose={() => setCreating(false)} />}
    </>
  );
}

function EndpointRow({ endpoint, maxCounted }: { endpoint: ListedEndpoint; maxCounted: number }) {
  const { id, url, description, pending, failed, leftBy } = endpoint;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 px-5 py-4 text-sm">
      <div className="min-w-0 grow basis-80 space-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
          <Link href={paths.webhook(id)} className="font-medium wrap-anywhere underline-offset-4 hover:underline">
            {url}
          </Link>
          <EndpointBadge endpoint={endpoint} />
          {leftBy !== null && <Badge tone="critical">Creator removed</Badge>}
        </p>
        {description !== "" && (
          <p className="wrap-anywhere">
            <bdi>{description}</bdi>
          </p>
        )}
        {leftBy !== null && (
          <p className="wrap-anywhere">
            {isolated(leftBy)}, a removed member, chose its URL or knows its secret. To keep it, save the URL again and
            rotate the secret.
          </p>
        )}
        <p className="text-ink-muted">
          {typesWords(endpoint)} of {merchantsWords(endpoint)}
        </p>
      </div>
      <div className="space-y-1 text-ink-muted sm:text-right">
        <p>
          <Health endpoint={endpoint} />
        </p>
        <p className="tabular-nums">
          {countWords(pending, maxCounted)} pending ·{" "}
          <span className={failed > 0 ? "text-critical" : ""}>{countWords(failed, maxCounted)} failed</span>
        </p>
      </div>
    </li>
  );
}

/** When an endpoint last received something, or since when it hasn't. */
function Health({ endpoint: { state, failingSince, lastSuccessAt } }: { endpoint: ListedEndpoint }) {
  if (failingSince !== null && state !== "paused") {
    return (
      <span className="text-critical">
        Failing since <When at={failingSince} />
      </span>
    );
  }
  if (lastSuccessAt === null) return <>Nothing delivered yet</>;
  return (
    <>
      Last delivery <When at={lastSuccessAt} />
    </>
  );
}
