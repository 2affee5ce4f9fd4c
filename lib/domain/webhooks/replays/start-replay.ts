import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError, unusableField } from "#lib/core/errors.ts";
import { isId, newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { announceDeliveries } from "#lib/domain/events/record-events.ts";
import { lockWebhookEndpoint } from "#lib/domain/webhooks/get-endpoint.ts";
import { endOf, idsOfRange } from "#lib/domain/webhooks/replays/range-ids.ts";
import type { ReplayRequest, WebhookReplay } from "#lib/domain/webhooks/replays/replay.ts";
import { insertReplay, queueEvent } from "#lib/domain/webhooks/replays/repository.ts";

/**
 * Requests that events are delivered to an endpoint again: one at once, others in batches by a worker, so
 * that a million take no longer to request than one. Events from before the endpoint existed, or while it was
 * disabled, can be replayed while they are kept (90 days). Deliveries that are pending stay as they are.
 * @throws TillError `not_found`; `params_validation` for an event that isn't kept and a time that ends before
 * it starts; `invalid_state` for a disabled endpoint and while another replay of it is running.
 */
export async function startWebhookReplay(
  tx: Tx,
  scope: PartnerScope,
  id: string,
  request: ReplayRequest,
): Promise<WebhookReplay> {
  const endpoint = await lockWebhookEndpoint(tx, scope, id);
  if (endpoint.state === "disabled") {
    throw new TillError("invalid_state", {
      message: "The endpoint is disabled, so nothing can be delivered to it. Enable it, then replay.",
    });
  }
  const now = clock.now();
  announceDeliveries(tx, [scope.partnerId]);
  const own = { id: newId("whr", now), kind: request.kind, queued: 0, state: "running" } as const;
  if (request.kind === "event") {
    const queued = isId("evt", request.eventId) ? await queueEvent(tx, endpoint, request.eventId, now) : null;
    if (queued === null) throw unusableField("eventId", "must be the id of one of your events of the last 90 days");
    const bounds = { afterEventId: request.eventId, untilEventId: request.eventId };
    return required(await insertReplay(tx, endpoint, { ...own, ...bounds, state: "completed", queued }, now));
  }
  if (request.kind === "range" && request.until <= request.from) throw invalidField("endTs", "must be after startTs");
  const { from, until } = request.kind === "range" ? idsOfRange(request, now) : { from: "", until: endOf(now) };
  return required(await insertReplay(tx, endpoint, { ...own, afterEventId: from, untilEventId: until }, now));
}

function required(replay: WebhookReplay | null): WebhookReplay {
  if (replay !== null) return replay;
  throw new TillError("invalid_state", {
    message: "Another replay of this endpoint is still running. Wait until its status is completed.",
  });
}
