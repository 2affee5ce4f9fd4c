import type { Endpoint } from "#components/dashboard/developers/webhooks/webhook.ts";
import { Badge } from "#components/ui/badge.tsx";

/** The state of an endpoint; one whose last attempts failed is marked. */
export function EndpointBadge({
  endpoint: { state, failingSince },
}: {
  endpoint: Pick<Endpoint, "state" | "failingSince">;
}) {
  if (state === "disabled") return <Badge tone="critical">Disabled</Badge>;
  if (state === "paused") return <Badge>Paused</Badge>;
  return failingSince === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="critical">Failing</Badge>;
}
