"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { DeleteEndpoint } from "#components/dashboard/developers/webhooks/delete-endpoint.tsx";
import { DeliveryList } from "#components/dashboard/developers/webhooks/delivery-list.tsx";
import { EditEndpoint } from "#components/dashboard/developers/webhooks/edit-endpoint.tsx";
import { EndpointBadge } from "#components/dashboard/developers/webhooks/endpoint-badge.tsx";
import { EndpointFacts } from "#components/dashboard/developers/webhooks/endpoint-facts.tsx";
import { ReplayDeliveries } from "#components/dashboard/developers/webhooks/replay-deliveries.tsx";
import { RotateSecret } from "#components/dashboard/developers/webhooks/rotate-secret.tsx";
import { SendTest } from "#components/dashboard/developers/webhooks/send-test.tsx";
import type { Endpoint, Replay } from "#components/dashboard/developers/webhooks/webhook.ts";
import { paths } from "#components/dashboard/paths.ts";
import { ZoneName } from "#components/dashboard/time-zone.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const pollMs = { busy: 2_000, idle: 4_000 } as const;

type Dialog = "edit" | "rotate" | "test" | "replay" | "delete";

/** An endpoint with its settings, its actions and its deliveries. */
export function EndpointView({ endpointId, canWrite }: { endpointId: string; canWrite: boolean }) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { data, error } = useQuery({
    ...rpcQuery("webhooks.endpoint", { endpointId }),
    refetchInterval: ({ state: { data: latest } }) => {
      const isBusy = latest?.lastReplay?.state === "running" || (latest?.endpoint.pending ?? 0) > 0;
      return isBusy ? pollMs.busy : pollMs.idle;
    },
  });
  if (data === undefined) return error ? <Problem>{error.message}</Problem> : <Skeleton className="h-64 w-full" />;
  const { endpoint, lastReplay, maxCounted: max } = data;
  const close = () => setDialog(null);
  return (
    <div className="space-y-6">
      <Heading endpoint={endpoint} canWrite={canWrite} onOpen={setDialog} />
      {error !== null && <Problem>{error.message}</Problem>}
      <Card title="Settings">
        <EndpointFacts endpoint={endpoint} max={max} />
      </Card>
      <Card
        title="Deliveries"
        about={
          <>
            One for each event, newest first. Times are in <ZoneName />.
          </>
        }
        action={
          canWrite && (
            <ActionButton disabled={endpoint.state === "disabled"} onClick={() => setDialog("replay")}>
              Replay
            </ActionButton>
          )
        }
      >
        <div className="space-y-4">
          {lastReplay !== null && <ReplayProgress replay={lastReplay} />}
          <DeliveryList endpointId={endpointId} isBusy={endpoint.pending > 0} />
        </div>
      </Card>
      {dialog === "edit" && <EditEndpoint endpoint={endpoint} onClose={close} />}
      {dialog === "rotate" && <RotateSecret endpoint={endpoint} onClose={close} />}
      {dialog === "test" && <SendTest endpointId={endpointId} onClose={close} />}
      {dialog === "replay" && <ReplayDeliveries endpointId={endpointId} onClose={close} />}
      {dialog === "delete" && <DeleteEndpoint endpoint={endpoint} max={max} onClose={close} />}
    </div>
  );
}

type HeadingProps = { endpoint: Endpoint; canWrite: boolean; onOpen: (dialog: Dialog) => void };

function Heading({ endpoint, canWrite, onOpen }: HeadingProps) {
  const { id: endpointId, url, description, state, disabledReason } = endpoint;
  const setState = useRpcMutation("webhooks.setState", ["webhooks.endpoint", "webhooks.list", "webhooks.deliveries"]);
  const nextState = state === "enabled" ? "paused" : "enabled";
  const verbs = { enabled: "Pause", paused: "Resume", disabled: "Enable again" };
  return (
    <div className="space-y-3">
      <Link
        href={paths.webhooks}
        className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
      >
        Webhooks
      </Link>
      <div className="space-y-1">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold tracking-tight">
          <span className="min-w-0 wrap-anywhere">{url}</span>
          <EndpointBadge endpoint={endpoint} />
        </h1>
        {description !== "" && (
          <p className="wrap-anywhere text-ink-muted">
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
      {disabledReason !== null && (
        <p className="rounded-lg bg-critical-wash px-4 py-3 text-sm text-pretty text-critical">
          {disabledReason} Events are no longer queued for it. Once it's enabled again, you can replay the events it
          missed.
        </p>
      )}
      {canWrite && (
        <div className="flex flex-wrap gap-2">
          <ActionButton onClick={() => onOpen("test")}>Send test event</ActionButton>
          <ActionButton onClick={() => onOpen("edit")}>Edit</ActionButton>
          <ActionButton isBusy={setState.isPending} onClick={() => setState.mutate({ endpointId, state: nextState })}>
            {verbs[state]}
          </ActionButton>
          <ActionButton onClick={() => onOpen("rotate")}>Rotate secret</ActionButton>
          <ActionButton look="critical" onClick={() => onOpen("delete")}>
            Delete
          </ActionButton>
        </div>
      )}
      {setState.error !== null && <Problem>{setState.error.message}</Problem>}
    </div>
  );
}

const kinds: Readonly<Record<Replay["kind"], string>> = {
  event: "one event",
  failed: "failed deliveries",
  range: "a time range",
};

const deliveries = (count: number) => (count === 1 ? "1 delivery" : `${count.toLocaleString("en")} deliveries`);

/** The latest replay of an endpoint and how far it is. */
function ReplayProgress({ replay: { kind, state, queued, createdAt } }: { replay: Replay }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
      {state === "running" && <SpinnerIcon className="size-4" />}
      <span>
        Replay of {kinds[kind]}, <When at={createdAt} />: {deliveries(queued)} queued
        {state === "running" && " so far"}
        {state === "stopped" && ". It stopped when the endpoint was disabled"}.
      </span>
    </p>
  );
}
