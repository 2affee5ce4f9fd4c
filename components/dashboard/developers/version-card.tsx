"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Newer = QueryOutput<"developers.version">["newer"][number];

/** The pinned API version, and the newer versions to upgrade to. */
export function VersionCard({ canMove }: { canMove: boolean }) {
  const { data, error } = useQuery(rpcQuery("developers.version", {}));
  const [chosen, setChosen] = useState<Newer | null>(null);
  if (error !== null) return <Problem>{error.message}</Problem>;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  return (
    <>
      <Card title="Pinned version" about="Used for requests without a Service-Version header.">
        <p className="flex flex-wrap items-center gap-3">
          <code className="text-lg font-semibold">{data.pinned}</code>
          {data.newer.length === 0 && <Badge tone="good">Latest</Badge>}
          <a href={`/docs?version=${data.pinned}`} className="text-sm text-accent underline-offset-4 hover:underline">
            View reference
          </a>
        </p>
      </Card>
      {data.newer.map((newer) => (
        <Card
          key={newer.version}
          title={<code>{newer.version}</code>}
          about={newer.version.endsWith(".preview") ? "Preview: it may still change before release." : undefined}
          action={canMove && <ActionButton onClick={() => setChosen(newer)}>Upgrade to this version</ActionButton>}
        >
          <Changes version={newer} />
          <p className="mt-4 text-sm text-ink-muted">
            Test it first: send <code>Service-Version: {newer.version}</code> with individual requests.
            {!canMove && " Only owners can upgrade."}
          </p>
        </Card>
      ))}
      {chosen !== null && <MoveVersion from={data.pinned} to={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function Changes({ version: { changes } }: { version: Newer }) {
  return (
    <ul className="list-disc space-y-1.5 pl-5 text-sm">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}

function MoveVersion({ from, to, onClose }: { from: string; to: Newer; onClose: () => void }) {
  const move = useRpcMutation("developers.moveVersion", ["developers.version"]);
  return (
    <ConfirmDialog
      title={`Upgrade to ${to.version}?`}
      confirmLabel="Upgrade version"
      isBusy={move.isPending}
      error={move.error}
      onConfirm={() => move.mutate({ version: to.version }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Within 5 seconds, requests that don't name a version use <code>{to.version}</code> instead of{" "}
        <code>{from}</code>, for all your keys. This can't be undone. Individual requests can still ask for{" "}
        <code>{from}</code> in their header.
      </p>
      <Changes version={to} />
    </ConfirmDialog>
  );
}
