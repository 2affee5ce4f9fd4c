"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import type { MutationInput } from "#lib/dashboard/rpc/contract.ts";

type Order = MutationInput<"webhooks.replay">["order"];

const changed = ["webhooks.endpoint", "webhooks.list", "webhooks.deliveries"] as const;
/** A local time of the form's fields, which are in UTC, in RFC 3339; null for an incomplete one. */
const toMoment = (text: string) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00Z` : null);

/** Requests a replay of an endpoint's failed deliveries, or of all events of a time, after showing how many there are. */
export function ReplayDeliveries({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [kind, setKind] = useState<Order["kind"]>("failed");
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const replay = useRpcMutation("webhooks.replay", changed);
  const order = toOrder(kind, toMoment(from), until === "" ? undefined : toMoment(until));
  const count = useQuery({
    ...rpcQuery("webhooks.replayCount", { endpointId, order: order ?? { kind: "failed" } }),
    enabled: order !== null,
  });
  const submit = () => {
    if (order !== null) replay.mutate({ endpointId, order }, { onSuccess: onClose });
  };
  return (
    <Modal title="Replay deliveries" onClose={onClose}>
      <Form isBusy={replay.isPending} error={replay.error} onSubmit={submit}>
        <fieldset className="space-y-1">
          <legend className="sr-only">Events to deliver again</legend>
          <Kind
            isChosen={kind === "failed"}
            label="Failed deliveries"
            about="All events whose delivery to this endpoint failed"
            onChoose={() => setKind("failed")}
          />
          <Kind
            isChosen={kind === "range"}
            label="A time range"
            about="All events in that range that match the endpoint's filters, whether or not they were delivered. Events are kept for 90 days."
            onChoose={() => setKind("range")}
          />
        </fieldset>
        {kind === "range" && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="From (UTC)"
              type="datetime-local"
              value={from}
              error={replay.error?.issueOf("order.from")}
              onChange={({ target }) => setFrom(target.value)}
            />
            <TextField
              label="Until (UTC, optional)"
              type="datetime-local"
              value={until}
              error={replay.error?.issueOf("order.until") ?? count.error?.message}
              onChange={({ target }) => setUntil(target.value)}
            />
          </div>
        )}
        <p role="status" className="text-sm">
          {order === null && "Enter a time to see how many events would be sent."}
          {order !== null && count.isLoading && "Counting…"}
          {order !== null && count.data !== undefined && countSentence(count.data)}
        </p>
        <FormButtons onCancel={onClose} isBusy={replay.isPending} disabled={order === null || count.data?.count === 0}>
          Replay
        </FormButtons>
      </Form>
    </Modal>
  );
}

function toOrder(kind: Order["kind"], from: string | null, until: string | null | undefined): Order | null {
  if (kind === "failed") return { kind };
  if (from === null || until === null) return null;
  return until === undefined ? { kind, from } : { kind, from, until };
}

function countSentence({ count, isMore }: { count: number; isMore: boolean }): string {
  if (isMore) return `More than ${count.toLocaleString("en")} events will be sent.`;
  if (count === 0) return "There are no events to send.";
  return count === 1 ? "1 event will be sent." : `${count.toLocaleString("en")} events will be sent.`;
}

type KindProps = { isChosen: boolean; label: string; about: string; onChoose: () => void };

function Kind({ isChosen, label, about, onChoose }: KindProps) {
  return (
    <label className="flex items-start gap-3 py-1.5 text-sm pointer-coarse:min-h-11">
      <input
        type="radio"
        name="kind"
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{label}</span>
        <span className="block text-ink-muted">{about}</span>
      </span>
    </label>
  );
}
