import { defineRoute } from "#lib/api/define-route.ts";
import { getEventOperation, listEventsOperation } from "#lib/api/operations/events.ts";
import { presentEvent, presentEventList } from "#lib/api/presenters/event.ts";
import { getPublicEvent, listPublicEvents } from "#lib/domain/events/list-events.ts";
import { readCursor, timePosition, writeCursor } from "#lib/edge/cursor.ts";

const eventPosition = timePosition("evt");

export const eventsRoutes = [
  defineRoute(listEventsOperation, async ({ caller: { scope }, version, query }) => {
    const { type, paymentId, merchantId, startTs, endTs, cursor, limit } = query;
    const types = [...new Set(type)];
    const filters = {
      type: types,
      paymentId,
      merchantId,
      startTs: startTs?.toISOString(),
      endTs: endTs?.toISOString(),
    };
    const listing = { operationId: listEventsOperation.operationId, scope, sort: "timestamp desc", filters };
    const after = readCursor(listing, cursor, eventPosition);
    const filter = {
      partnerId: scope.partnerId,
      merchantIds: merchantsOf(scope.merchantId, merchantId),
      types,
      paymentId: paymentId ?? null,
      from: startTs ?? null,
      until: endTs ?? null,
    };
    const page = await listPublicEvents(filter, { after, limit });
    return presentEventList(page, page.next && writeCursor(listing, page.next), version);
  }),
];

/** The merchants that a request asks for, among those that it may; null for all of the partner's. */
function merchantsOf(own: string | null, asked: readonly string[]): readonly string[] | null {
  if (own !== null) return asked.length === 0 || asked.includes(own) ? [own] : [];
  return asked.length === 0 ? null : [...new Set(asked)];
}

export const eventRoutes = [
  defineRoute(getEventOperation, async ({ caller, params, version }) =>
    presentEvent(await getPublicEvent(caller.scope, params.id), version),
  ),
];
