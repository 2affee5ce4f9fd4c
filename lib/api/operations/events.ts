import { z } from "zod";
import { eventExamples, eventListExamples } from "#lib/api/openapi/examples/events.ts";
import { defineListOperation, defineOperation, withoutBody, withoutQuery } from "#lib/api/operation.ts";
import { event, eventList, eventPath, eventsQuery } from "#lib/api/schemas/event.ts";
import { timePosition } from "#lib/edge/cursor.ts";

const newestFirst = { sort: "timestamp desc", position: timePosition("evt") };

export const listEventsOperation = defineListOperation({
  operationId: "listEvents",
  group: "Events",
  place: 10,
  method: "GET",
  path: "/v1/events",
  summary: "List events",
  description:
    "Returns the events of the last 90 days, newest first. Repeat a list parameter or separate its values by commas. With a Merchant-Id, only that merchant's events. An event can appear up to a minute after later ones: when you poll with startTs, read the last minute again and skip the ids that you know.",
  audience: "partner-or-merchant",
  permission: "events:read",
  params: z.object({}),
  query: eventsQuery,
  cursor: () => newestFirst,
  body: withoutBody,
  response: { status: 200, schema: eventList },
  errors: ["params_validation", "invalid_params"],
  examples: eventListExamples,
});

export const getEventOperation = defineOperation({
  operationId: "getEvent",
  group: "Events",
  place: 20,
  method: "GET",
  path: "/v1/events/{id}",
  summary: "Fetch an event",
  description: "Returns the same event each time, in the version of the request, until it is deleted after 90 days.",
  audience: "partner-or-merchant",
  permission: "events:read",
  params: eventPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: event },
  errors: ["params_validation", "not_found"],
  examples: eventExamples,
});
