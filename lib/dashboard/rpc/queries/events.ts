import { z } from "zod";
import { eventTypes } from "#lib/core/event-types.ts";
import { type EventId, isId, type MerchantId } from "#lib/core/ids.ts";
import { dayRangeFields, toBounds } from "#lib/dashboard/day-range.ts";
import { presentDeliveryTo } from "#lib/dashboard/present/webhook.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { database } from "#lib/db/pool.ts";
import { getPublicEvent } from "#lib/domain/events/list-events.ts";
import { listStoredEvents } from "#lib/domain/events/repository.ts";
import { listMerchantNames } from "#lib/domain/merchants/repository.ts";
import { countDeliveredTo, listDeliveriesOfEvent } from "#lib/domain/webhooks/event-deliveries.ts";

const pageSize = 50;
/** A merchant's events are read type by type, so that a list of many would cost more than its page. */
const maxMerchants = 10;

/** A page of the partner's events of the last 90 days, newest first, with what became of their deliveries. */
const list = defineQuery({
  right: "read",
  input: z.strictObject({
    types: z.array(z.enum(eventTypes)).max(eventTypes.length).default([]),
    merchants: z.array(z.string().max(64)).max(maxMerchants).default([]),
    payment: z.string().trim().max(64).optional(),
    ...dayRangeFields,
    after: z
      .string()
      .refine((text): text is EventId => isId("evt", text), "must be the id of an event")
      .nullish(),
  }),
  async resolve({ scope }, { types, merchants, payment, after, ...days }) {
    const { from = null, until = null } = toBounds(days);
    const filter = {
      partnerId: scope.partnerId,
      merchantIds: merchants.length === 0 ? null : [...new Set(merchants)],
      types: [...new Set(types)],
      paymentId: payment ?? null,
      from,
      until,
    };
    const found = await listStoredEvents(database, filter, after ?? null, pageSize + 1);
    const page = found.slice(0, pageSize);
    const merchantIds = [...new Set(page.flatMap(({ merchantId }) => merchantId ?? []))];
    const [names, delivered] = await Promise.all([
      listMerchantNames(database, scope, merchantIds),
      countDeliveredTo(
        scope,
        page.map(({ id }) => id),
      ),
    ]);
    return {
      events: page.map(({ id, type, merchantId, paymentId, createdAt }) => ({
        id,
        type,
        paymentId,
        merchantName: merchantId && (names.get(merchantId) ?? null),
        createdAt: createdAt.toISOString(),
        delivered: delivered.get(id) ?? { succeeded: 0, pending: 0, failed: 0 },
      })),
      next: found.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    };
  },
});

/** One event with its delivery to each endpoint. */
const detail = defineQuery({
  right: "read",
  input: z.strictObject({ eventId: z.string().max(64) }),
  async resolve({ scope }, { eventId }) {
    const { id, type, createdAt, merchantId, payment } = await getPublicEvent(scope, eventId);
    const [names, deliveries] = await Promise.all([
      listMerchantNames(database, scope, merchantId === null ? [] : [merchantId satisfies MerchantId]),
      listDeliveriesOfEvent(scope, id),
    ]);
    return {
      id,
      type,
      merchantId,
      createdAt: createdAt.toISOString(),
      merchantName: merchantId && (names.get(merchantId) ?? null),
      payment: payment && { id: payment.payment.id, reference: payment.payment.referenceId },
      deliveries: deliveries.map(presentDeliveryTo),
    };
  },
});

export const eventQueries = { "events.list": list, "events.detail": detail };
