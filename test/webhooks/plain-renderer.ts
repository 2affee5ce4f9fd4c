import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { RenderEvents } from "#lib/domain/events/event-body.ts";

type Row = { id: `evt_${string}`; type: string; paymentId: string | null; data: object | null; createdAt: Date };

const select = statement<Row>({
  name: "render-events",
  text: `SELECT e.id, e.type, e.payment_id AS "paymentId", e.data, e.created_at AS "createdAt"
    FROM unnest($1::text[], $2::text[]) AS a (partner_id, id) JOIN event e USING (partner_id, id)`,
});

/** Writes events down with what their rows hold, so that tests can deliver events of payments that don't exist. */
export const renderEvents: RenderEvents = async (events) => {
  const version = new Map(events.map(({ eventId, apiVersion }) => [eventId, apiVersion]));
  const asked = [events.map(({ partnerId }) => partnerId), events.map(({ eventId }) => eventId)] as const;
  const rows = await database.rows(select, asked);
  return new Map(
    rows.map(({ id, type, paymentId, data, createdAt }) => {
      const content = data ?? { payment: { paymentId } };
      const body = { id, type, timestamp: createdAt.toISOString(), apiVersion: version.get(id), data: content };
      return [id, JSON.stringify(body)];
    }),
  );
};
