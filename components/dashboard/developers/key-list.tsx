"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { framed } from "#components/dashboard/data/paged-list.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { CreateKey } from "#components/dashboard/developers/create-key.tsx";
import { permissionWords } from "#components/dashboard/developers/permission-words.ts";
import { RevokeKey } from "#components/dashboard/developers/revoke-key.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Key = QueryOutput<"developers.keys">["keys"][number];

/** The partner's API keys. */
export function KeyList({ canWrite }: { canWrite: boolean }) {
  const list = useQuery(rpcQuery("developers.keys", {}));
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<Key | null>(null);
  const create = canWrite && (
    <ActionButton look="primary" onClick={() => setIsCreating(true)}>
      Create key
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        about="Your servers send a key in the Api-Key header. Never put one in an app or a web page."
      >
        {create}
      </PageHeader>
      <Loaded query={list} size="h-40 w-full">
        {({ keys }) =>
          keys.length === 0 ? (
            <EmptyState title="No API keys yet">
              <p>Create a key so that your server can create payments and check their status.</p>
              {create}
            </EmptyState>
          ) : (
            <ul className={`divide-y divide-line ${framed}`}>
              {keys.map((key) => (
                <li key={key.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
                  <KeyFacts apiKey={key} />
                  {canWrite && key.revokedAt === null && (
                    <ActionButton onClick={() => setRevoked(key)}>
                      Revoke<span className="sr-only"> {isolated(key.name)}</span>
                    </ActionButton>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <CreateKey permissions={list.data?.permissions ?? []} onClose={() => setIsCreating(false)} />}
      {revoked !== null && <RevokeKey apiKey={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

function KeyFacts({ apiKey }: { apiKey: Key }) {
  const { name, hint, permissions, createdAt, createdBy, expiresAt, isExpired, allowedNetworks } = apiKey;
  const { lastUsedAt, revokedAt, leftBy, lowerRole } = apiKey;
  return (
    <div className="min-w-0 space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-medium break-words">{name}</bdi>
        <code className="text-sm text-ink-muted">till_…{hint}</code>
        {revokedAt !== null && <Badge tone="critical">Revoked</Badge>}
        {revokedAt === null && isExpired && <Badge tone="critical">Expired</Badge>}
        {revokedAt === null && !isExpired && lastUsedAt === null && <Badge>Never used</Badge>}
        {revokedAt === null && !isExpired && leftBy !== null && <Badge tone="critical">Creator removed</Badge>}
        {revokedAt === null && !isExpired && lowerRole !== null && (
          <Badge tone="critical">Creator is now a {lowerRole}</Badge>
        )}
      </p>
      <p className="text-sm">{permissions.map((one) => permissionWords[one].label).join(" · ") || "No permissions"}</p>
      <p className="flex flex-wrap gap-x-5 text-sm text-ink-muted">
        <span>
          Created <When at={createdAt} />
          {createdBy !== null && ` by ${isolated(createdBy)}`}
        </span>
        {expiresAt !== null && (
          <span>
            {isExpired ? "Expired" : "Expires"} <When at={expiresAt} />
          </span>
        )}
        {allowedNetworks.length > 0 && <span>Only from {allowedNetworks.join(", ")}</span>}
        {lastUsedAt !== null && (
          <span>
            Last used <When at={lastUsedAt} />
          </span>
        )}
        {revokedAt !== null && (
          <span>
            Revoked <When at={revokedAt} />
          </span>
        )}
      </p>
    </div>
  );
}
