import { defineListRoute, defineRoute } from "#lib/api/define-route.ts";
import { getEventOperation, listEventsOperation } from "#lib/api/operations/events.ts";
import { presentEvent, presentEventList } from "#lib/api/presenters/event.ts";
import { getPublicEvent, listPublicEvents } from "#lib/domain/events/list-events.ts";

export const eventsRoutes = [
  defineListRoute(listEventsOperation, async ({ caller: { scope }, version, query }, { page, nextCursor }) => {
    const { type, paymentId, merchantId, startTs, endTs } = query;
    const filter = {
      partnerId: scope.partnerId,
      merchantIds: merchantsOf(scope.merchantId, merchantId),
      types: [...new Set(type)],
      paymentId: paymentId ?? null,
      from: startTs ?? null,
      until: endTs ?? null,
    };
    const events = await listPublicEvents(filter, page);
    return presentEventList(events, nextCursor(events.next), version);
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
