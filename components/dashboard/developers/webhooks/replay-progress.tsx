import type { Replay } from "#components/dashboard/developers/webhooks/webhook.ts";
import { When } from "#components/dashboard/when.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";

const kinds: Readonly<Record<Replay["kind"], string>> = {
  event: "one event",
  failed: "failed deliveries",
  range: "a time range",
};

const deliveries = (count: number) => (count === 1 ? "1 delivery" : `${count.toLocaleString("en")} deliveries`);

/** The latest replay of an endpoint and how far it is. */
export function ReplayProgress({ of: { kind, state, queued, createdAt } }: { of: Replay }) {
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
