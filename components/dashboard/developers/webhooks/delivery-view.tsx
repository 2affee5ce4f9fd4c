"use client";

import { useQuery } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { AttemptAnswer } from "#components/dashboard/developers/webhooks/attempt-answer.tsx";
import { deliveryTones, deliveryWords } from "#components/dashboard/developers/webhooks/webhook.ts";
import { paths } from "#components/dashboard/paths.ts";
import { ZoneName } from "#components/dashboard/time-zone.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

const pollMs = 2_000;

type DeliveryViewProps = { endpointId: string; eventId: string; canWrite: boolean };

/** A delivery of an event to an endpoint, with its attempts. */
export function DeliveryView({ endpointId, eventId, canWrite }: DeliveryViewProps) {
  const { data, error } = useQuery({
    ...rpcQuery("webhooks.delivery", { endpointId, eventId }),
    refetchInterval: ({ state: { data: latest } }) => (latest?.state === "pending" ? pollMs : false),
  });
  const replay = useRpcMutation("webhooks.replayEvent", [
    "webhooks.delivery",
    "webhooks.deliveries",
    "webhooks.endpoint",
  ]);
  if (data === undefined) return error ? <Problem>{error.message}</Problem> : <Skeleton className="h-64 w-full" />;
  const { type, createdAt, state, nextAttemptAt, tries } = data;
  return (
    <>
      <div className="space-y-3">
        <Link
          href={paths.webhook(endpointId)}
          className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
        >
          The endpoint
        </Link>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 space-y-1">
            <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight">
              <span className="wrap-anywhere">{type}</span>
              <Badge tone={deliveryTones[state]}>{deliveryWords[state]}</Badge>
            </h1>
            <p className="text-ink-muted">
              <When at={createdAt} precision="second" /> ·{" "}
              <Link href={paths.event(eventId)} className="wrap-anywhere underline underline-offset-4">
                {eventId}
              </Link>
            </p>
          </div>
          {canWrite && (
            <ActionButton
              disabled={state === "pending"}
              isBusy={replay.isPending}
              onClick={() => replay.mutate({ endpointId, eventId })}
            >
              Replay event
            </ActionButton>
          )}
        </div>
        {replay.error !== null && <Problem>{replay.error.message}</Problem>}
      </div>
      <Card
        title="Attempts"
        about={
          <>
            Newest first, up to 100. Times are in <ZoneName />.
          </>
        }
      >
        {state === "pending" && (
          <p role="status" className="pb-4 text-sm text-ink-muted">
            {tries.length === 0 || nextAttemptAt === null ? (
              "Waiting to be sent."
            ) : (
              <>
                Next attempt <When at={nextAttemptAt} precision="second" />.
              </>
            )}
          </p>
        )}
        {tries.length === 0 && state !== "pending" && (
          <p className="text-sm text-ink-muted">It was never sent, because the endpoint was disabled.</p>
        )}
        <ol className="divide-y divide-line">
          {tries.map((attempt) => (
            <AttemptRow key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      </Card>
    </>
  );
}

type Attempt = QueryOutput<"webhooks.delivery">["tries"][number];

function AttemptRow({ attempt: { number, at, status, error, latencyMs, answer } }: { attempt: Attempt }) {
  return (
    <li className="space-y-2 py-3 text-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge tone={error === null ? "good" : "critical"}>{status ?? "No response"}</Badge>
        <span>Attempt {number}</span>
        <span className="text-ink-muted tabular-nums">{latencyMs.toLocaleString("en")} ms</span>
        <When at={at} precision="second" isBare className="text-ink-muted" />
      </p>
      {error !== null && <p className="text-pretty wrap-anywhere">{error}</p>}
      <AttemptAnswer answer={answer} />
    </li>
  );
}
