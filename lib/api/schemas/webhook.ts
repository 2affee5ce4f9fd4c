import { z } from "zod";
import { list, time } from "#lib/api/schemas/filters.ts";
import { live } from "#lib/api/schemas/live.ts";
import { limit, nextCursor } from "#lib/api/schemas/page.ts";
import { eventTypes } from "#lib/core/event-types.ts";
import { plainText } from "#lib/core/text.ts";
import { maxDescription, maxMerchants, maxUrl, overlapHours } from "#lib/domain/webhooks/endpoint.ts";

const eventType = z.enum(eventTypes);
const settings = {
  url: z.string().max(maxUrl).meta({
    description:
      "Where events are sent by POST: an https URL at a public address, without user name, password or fragment.",
  }),
  description: plainText.max(maxDescription).meta({ description: "Your note about the endpoint." }),
  eventTypes: z
    .array(eventType)
    .max(eventTypes.length)
    .meta({ description: "The types of events that it receives; all of them, future ones included, when empty." }),
  merchantIds: z.array(z.string().max(64)).max(maxMerchants).meta({
    description: "The merchants whose events it receives; all of them, and those of your account, when empty.",
  }),
};

export const createEndpointBody = z.strictObject({
  url: settings.url,
  description: settings.description.default(""),
  eventTypes: settings.eventTypes.default([]),
  merchantIds: settings.merchantIds.default([]),
});

/** Fields that are left out stay as they are. */
export const updateEndpointBody = z
  .strictObject({
    ...settings,
    status: z.enum(["enabled", "paused"]).meta({
      description:
        "While it is paused, events wait. Once it is enabled, they are delivered. An endpoint that the service disabled is enabled the same way.",
    }),
  })
  .partial()
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    "must contain at least one of url, description, eventTypes, merchantIds and status",
  )
  .meta({ minProperties: 1 });

export const webhookEndpoint = z
  .object({
    id: z.string().meta({ description: "The endpoint's id." }),
    live,
    url: settings.url,
    description: settings.description,
    eventTypes: settings.eventTypes,
    merchantIds: settings.merchantIds,
    apiVersion: z.string().meta({ description: "The API version of its events: that of the request that created it." }),
    status: z.enum(["enabled", "paused", "disabled"]).meta({
      description:
        "Events wait while you have paused it. The service disables it after three days of failures or a response with status 410; then events are no longer queued for it.",
    }),
    disabledReason: z.string().nullable().meta({ description: "Why the service disabled it; null otherwise." }),
    oldSecretUntil: z.iso.datetime().nullable().meta({
      description: "After a rotation: the time until which webhooks are also signed by the previous secret.",
    }),
    failingSince: z.iso.datetime().nullable().meta({
      description: "When the first attempt failed since the last success; null while there is none.",
    }),
    lastSuccessAt: z.iso.datetime().nullable().meta({
      description: "When it last confirmed a webhook, with an accuracy of ten seconds.",
    }),
    createdAt: z.iso.datetime().meta({ description: "When it was created." }),
    updatedAt: z.iso.datetime().meta({ description: "When it was last changed." }),
  })
  .meta({ id: "WebhookEndpoint" });

const secret = z.string().meta({
  description: "The signing secret, whsec_ and base64. Shown only in this response.",
});

export const createdEndpoint = webhookEndpoint.extend({ secret });

export const endpointList = z.object({
  data: z.array(webhookEndpoint).meta({ description: "All of your endpoints, oldest first: at most 16." }),
});

export const webhookReplay = z
  .object({
    id: z.string().meta({ description: "The replay's id." }),
    live,
    type: z.enum(["event", "failed", "range"]).meta({ description: "What was requested." }),
    status: z.enum(["running", "completed", "stopped"]).meta({
      description: "It is running while deliveries are queued, and stopped when the endpoint was disabled or deleted.",
    }),
    queued: z.int().meta({ description: "The number of deliveries that it has queued so far." }),
    createdAt: z.iso.datetime().meta({ description: "When it was requested." }),
  })
  .meta({ id: "WebhookReplay" });

export const fetchedEndpoint = webhookEndpoint.extend({
  lastReplay: webhookReplay.nullable().meta({ description: "The latest replay; null if there was none." }),
});

export const endpointPath = z.object({ id: z.string().meta({ description: "The endpoint's id." }) });
export const deliveryPath = endpointPath.extend({
  eventId: z.string().meta({ description: "The event's id." }),
});

export const rotateSecretBody = z
  .strictObject({
    overlapHours: z.int().min(0).max(overlapHours.max).default(overlapHours.usual).meta({
      description: "How long webhooks are also signed by the previous secret. 0 stops using it at once.",
    }),
  })
  .prefault({});

export const webhookTest = z.object({
  eventId: z.string().meta({ description: "The id of the test event, of type webhook.test. It isn't stored." }),
  live,
  delivered: z.boolean().meta({ description: "Whether the endpoint responded with a status from 200 to 299." }),
  error: z.string().nullable().meta({ description: "Why it wasn't delivered; null otherwise." }),
  httpStatus: z
    .int()
    .nullable()
    .meta({ description: "The status of the response; null when none arrived within 10 s." }),
  latencyMs: z.int().meta({ description: "Milliseconds until the response, or until the attempt ended without one." }),
  answer: z
    .string()
    .nullable()
    .meta({ description: "The first 2 KB of the response as text; null when none arrived." }),
});

export const replayBody = z
  .strictObject({
    eventId: z.string().max(64).optional().meta({ description: "To replay one event: its id." }),
    failed: z.literal(true).optional().meta({ description: "To replay all events whose delivery failed: true." }),
    startTs: time.meta({ description: "To replay a time range: its start." }),
    endTs: time.meta({ description: "The end of the time range; now if left out." }),
  })
  .refine(
    ({ eventId, failed, startTs }) => [eventId, failed, startTs].filter((value) => value !== undefined).length === 1,
    "must contain exactly one of eventId, failed and startTs",
  )
  .refine(({ startTs, endTs }) => endTs === undefined || startTs !== undefined, "must contain startTs with endTs")
  .meta({
    oneOf: [{ required: ["eventId"] }, { required: ["failed"] }, { required: ["startTs"] }],
    dependentRequired: { endTs: ["startTs"] },
  });

const deliveryStatus = z.enum(["pending", "succeeded", "failed"]);

export const deliveriesQuery = z.strictObject({
  status: list(deliveryStatus).meta({ description: "Only deliveries with these statuses." }),
  type: list(eventType).meta({ description: "Only events of these types." }),
  cursor: z.string().max(1_024).optional().meta({
    description: "The nextCursor of the previous page, with the same filters.",
  }),
  limit,
});

export const webhookDelivery = z
  .object({
    eventId: z.string().meta({ description: "The event's id, which its webhook carries as webhook-id." }),
    live,
    type: eventType.meta({ description: "The event's type." }),
    createdAt: z.iso.datetime().meta({ description: "When the event happened." }),
    status: deliveryStatus.meta({
      description:
        "Pending while it is being tried, for up to three days; failed after that, or once the endpoint was disabled or deleted.",
    }),
    attemptCount: z.int().meta({ description: "The number of attempts, including those before a replay." }),
    nextAttemptAt: z.iso.datetime().nullable().meta({ description: "When it is due next; null unless pending." }),
    finishedAt: z.iso.datetime().nullable().meta({ description: "When it succeeded or failed; null while pending." }),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveryList = z.object({
  data: z.array(webhookDelivery).meta({
    description:
      "One page of deliveries, the newest events first. With a type, a page may be short even though more follow.",
  }),
  nextCursor,
});

export const fetchedDelivery = webhookDelivery.extend({
  attempts: z
    .array(
      z.object({
        number: z.int().meta({ description: "Counts from 1." }),
        at: z.iso.datetime().meta({ description: "When it was sent; also the webhook-timestamp." }),
        httpStatus: z.int().nullable().meta({ description: "The status of the response; null when none arrived." }),
        error: z.string().nullable().meta({ description: "Why it failed; null for a success." }),
        latencyMs: z
          .int()
          .meta({ description: "Milliseconds until the response, or until the attempt ended without one." }),
        answer: z.string().nullable().meta({ description: "The first 2 KB of the response as text." }),
      }),
    )
    .meta({ description: "The attempts, newest first: at most the last 100." }),
});
