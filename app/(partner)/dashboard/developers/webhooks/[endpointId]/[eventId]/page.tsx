import type { Metadata } from "next";
import { FirstPaint, read } from "#components/dashboard/data/first-paint.tsx";
import { Payload } from "#components/dashboard/developers/payload.tsx";
import { DeliveryView } from "#components/dashboard/developers/webhooks/delivery-view.tsx";
import { renderEvents } from "#lib/api/render-events.ts";
import { isGranted } from "#lib/core/roles.ts";
import { orNotFound } from "#lib/dashboard/or-not-found.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Webhook delivery" };

type Props = { params: Promise<{ endpointId: string; eventId: string }> };

export default async function DeliveryPage({ params }: Props) {
  const member = await requireMember();
  const input = await params;
  const [{ endpoint }, delivery] = await orNotFound(
    Promise.all([
      callQuery("webhooks.endpoint", member, { endpointId: input.endpointId }),
      callQuery("webhooks.delivery", member, input),
    ]),
  );
  const { partnerId } = member.scope;
  const bodies = await renderEvents([{ partnerId, eventId: delivery.eventId, apiVersion: endpoint.apiVersion }]);
  const json = bodies.get(delivery.eventId);
  return (
    <FirstPaint reads={[read("webhooks.delivery", input, delivery)]}>
      <DeliveryView {...input} canWrite={isGranted(member.role, "keys:write")} />
      {json !== undefined && (
        <Payload
          title="Payload"
          about={`The request's body in API version ${endpoint.apiVersion}, indented. Copy it to get it as sent.`}
          json={json}
        />
      )}
    </FirstPaint>
  );
}
