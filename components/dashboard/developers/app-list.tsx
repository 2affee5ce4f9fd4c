"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { CreateApp } from "#components/dashboard/developers/create-app.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type App = QueryOutput<"developers.apps">["apps"][number];

const about =
  "A wallet identifies itself with its App-Id. Its name and icon appear next to the buyer's account. An App-Id is public and grants no access.";

/** The partner's apps, which identify wallets at the gateway. */
export function AppList({ canWrite }: { canWrite: boolean }) {
  const list = useQuery(rpcQuery("developers.apps", {}));
  const [isCreating, setIsCreating] = useState(false);
  const [ended, setEnded] = useState<App | null>(null);
  const create = canWrite && <ActionButton onClick={() => setIsCreating(true)}>Create app</ActionButton>;
  return (
    <Card title="Apps" about={about} action={create}>
      <Loaded query={list} size="h-20 w-full">
        {({ apps }) =>
          apps.length === 0 ? (
            <p className="text-sm text-ink-muted">No apps yet. You need one only if you build your own wallet.</p>
          ) : (
            <ul className="divide-y divide-line">
              {apps.map((app) => (
                <AppRow key={app.id} app={app} onRevoke={canWrite ? () => setEnded(app) : null} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <CreateApp onClose={() => setIsCreating(false)} />}
      {ended !== null && <RevokeApp app={ended} onClose={() => setEnded(null)} />}
    </Card>
  );
}

function AppRow({
  app: { id, name, iconCopy, createdAt, revokedAt, leftBy },
  onRevoke,
}: {
  app: App;
  onRevoke: (() => void) | null;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 items-center gap-3">
        {iconCopy === null ? (
          <span aria-hidden="true" className="size-10 shrink-0 rounded-lg border border-line bg-sunken" />
        ) : (
          // biome-ignore lint/performance/noImgElement: our own small copy, checked when it was fetched.
          <img src={iconCopy} alt="" className="size-10 shrink-0 rounded-lg border border-line" />
        )}
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <bdi className="min-w-0 text-left font-medium wrap-anywhere">{name}</bdi>
            {revokedAt !== null && <Badge tone="critical">Revoked</Badge>}
            {revokedAt === null && leftBy !== null && <Badge tone="critical">Creator removed</Badge>}
          </p>
          <p className="flex items-center text-sm text-ink-muted">
            <code className="break-all">{id}</code>
            <CopyButton
              text={id}
              label={`Copy App-Id of ${isolated(name)}`}
              words={{ copied: "Copied", failed: "Couldn't copy" }}
              look="compact"
            />
          </p>
          <p className="text-sm text-ink-muted">
            Created <When at={createdAt} />
            {leftBy !== null && ` by ${isolated(leftBy)}`}
          </p>
        </div>
      </div>
      {onRevoke !== null && revokedAt === null && (
        <ActionButton onClick={onRevoke}>
          Revoke<span className="sr-only"> {isolated(name)}</span>
        </ActionButton>
      )}
    </li>
  );
}

function RevokeApp({ app: { id, name }, onClose }: { app: App; onClose: () => void }) {
  const revoke = useRpcMutation("developers.revokeApp", ["developers.apps"]);
  return (
    <ConfirmDialog
      title={`Revoke ${isolated(name)}?`}
      confirmLabel="Revoke app"
      isDangerous
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ appId: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Wallets that send this App-Id get a 401 error within 5 seconds. This can't be undone. Payments made through it
        continue and keep its name.
      </p>
    </ConfirmDialog>
  );
}
