import { z } from "zod";
import { amount } from "#lib/api/schemas/amount.ts";
import { list, some, time } from "#lib/api/schemas/filters.ts";
import { live } from "#lib/api/schemas/live.ts";
import { merchantRecord } from "#lib/api/schemas/merchant.ts";
import { cursor, limit, nextCursor } from "#lib/api/schemas/page.ts";
import { order, txId } from "#lib/api/schemas/payment.ts";
import { listedPayment } from "#lib/api/schemas/payment-list.ts";
import { refund } from "#lib/api/schemas/refund.ts";
import { type EventType, eventTypes } from "#lib/core/event-types.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { destinationChanges } from "#lib/domain/events/event-data.ts";

const moment = z.iso.datetime({ precision: 3 });

const eventType = z.enum(eventTypes).meta({ id: "EventType" });

const payout = z
  .object({
    live,
    status: z.enum(["held", "sent", "failed"]).meta({ description: "The outcome of the payout." }),
    amount: amount.meta({ description: "The amount, after fees." }),
    destination: z
      .string()
      .nullable()
      .meta({ description: "The account that receives it, as CAIP-10; null while held." }),
    txId: txId.optional().meta({ description: "The transaction that paid it; present when sent." }),
    reason: z.string().optional().meta({ description: "Why the attempt failed; present when failed." }),
  })
  .meta({ id: "EventPayout" });

const exception = z
  .object({
    id: z.string().meta({ description: "The exception's id." }),
    live,
    asset: z.string().meta({ description: "The asset that arrived, as CAIP-19, or the chain's coin." }),
    value: z.string().regex(/^\d+$/).meta({
      description: "What was there when it was found, or for overpaid what is too much, in the asset's smallest unit.",
    }),
  })
  .meta({ id: "EventDepositException" });

const settlementDestination = z
  .object({
    id: z.string().meta({ description: "The settlement destination's id." }),
    live,
    merchantId: z.string().meta({ description: "The merchant's id." }),
    asset: z.string().meta({ description: "The asset, as CAIP-19." }),
    change: z.enum(destinationChanges).meta({
      description:
        "What has changed. Pending: another account takes effect later. Revoked: that won't happen. Took effect: it has happened.",
    }),
    previousDestination: z.string().nullable().meta({
      description: "The account before: the one in force or, if revoked, the one that was pending. Null for none.",
    }),
    destination: z.string().nullable().meta({
      description: "The account after: the one in force or, if pending, the one that will be. Null for none.",
    }),
    takesEffectAt: moment.nullable().meta({ description: "When a pending account takes effect; null otherwise." }),
  })
  .meta({ id: "EventSettlementDestination" });

const apiKey = z
  .object({
    id: z.string().meta({ description: "The key's id." }),
    live,
    name: z.string().meta({ description: "The key's name." }),
    permissions: z.array(z.string()).meta({ description: "The key's permissions." }),
    hint: z.string().meta({ description: "The last four characters of the key." }),
    createdAt: moment.meta({ description: "When the key was created." }),
  })
  .meta({ id: "EventApiKey" });

const webhookEndpoint = z.looseObject({ live }).meta({ description: "The webhook endpoint." });

const resources = {
  payment: listedPayment.extend(order).meta({ id: "EventPayment" }).meta({
    description:
      "The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total.",
  }),
  refund: refund
    .omit({ url: true })
    .meta({ id: "EventRefund" })
    .meta({ description: "The refund as it was after the event." }),
  payout: payout.meta({ description: "The payout that the event is about." }),
  exception: exception.meta({ description: "The transfer that didn't pay the payment as asked." }),
  merchant: merchantRecord.meta({ description: "The merchant as it was after the event." }),
  settlementDestination: settlementDestination.meta({ description: "The change of a settlement destination." }),
  apiKey: apiKey.meta({ description: "The new API key, without its secret." }),
  webhookEndpoint,
};
export type EventResource = keyof typeof resources;

/** The resources in the data of each kind of event, by the first part of its type. */
const resourcesOfKind: Readonly<Record<string, readonly EventResource[]>> = {
  payment: ["payment"],
  refund: ["payment", "refund"],
  payout: ["payment", "payout"],
  deposit: ["payment", "exception"],
  merchant: ["merchant"],
  settlement_destination: ["settlementDestination"],
  api_key: ["apiKey"],
  webhook_endpoint: ["webhookEndpoint"],
};

/** Returns the names of the resources in the data of a type's events. */
export function resourcesOf(type: EventType): readonly EventResource[] {
  return resourcesOfKind[type.slice(0, type.indexOf("."))] ?? [];
}

const envelope = {
  id: z.string().meta({ description: "The event's id: the same each time it is shown or delivered." }),
  live,
  timestamp: moment.meta({ description: "When it happened." }),
  apiVersion: z.enum(serviceVersions).meta({ description: "The API version of the resources in data." }),
};

/** An event of any type. */
export const event = z
  .object({
    id: envelope.id,
    type: eventType.meta({ description: "What happened. More types may be added: ignore those that you don't know." }),
    live: envelope.live,
    timestamp: envelope.timestamp,
    apiVersion: envelope.apiVersion,
    data: z
      .object(resources)
      .partial()
      .meta({ description: "The resources that the event is about, as they were after it." }),
  })
  .meta({ id: "Event" });

/** An event of one type, whose data has exactly the type's resources. */
export function eventOfType(type: EventType): z.ZodType {
  const names = resourcesOf(type);
  const shape = Object.fromEntries(names.map((name) => [name, resources[name]]));
  const data = z.object(shape).meta({ description: "The resources that the event is about, as they were after it." });
  return z.object({ ...envelope, type: z.literal(type).meta({ description: "What happened." }), data });
}

export const eventList = z
  .object({ data: z.array(event).meta({ description: "One page of events." }), nextCursor })
  .meta({ id: "EventList" });

/** A merchant's events are read type by type, so that a list of many would cost more than its page. */
const maxMerchants = 10;

export const eventsQuery = z.strictObject({
  type: list(z.enum(eventTypes)).meta({ description: "Only events of these types." }),
  paymentId: some.optional().meta({ description: "Only events of this payment, its refunds and its payout." }),
  merchantId: list(some, maxMerchants).meta({ description: "Only events of these merchants." }),
  startTs: time.meta({ description: "Only events at or after this time." }),
  endTs: time.meta({ description: "Only events before this time." }),
  cursor,
  limit,
});

export const eventPath = z.object({ id: z.string().meta({ description: "The event's id." }) });

export type WireEvent = z.output<typeof event>;
