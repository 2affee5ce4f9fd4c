import { exampleEvent } from "#lib/api/openapi/examples/events.ts";
import { type Definitions, type JsonSchema, toJsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { eventOfType } from "#lib/api/schemas/event.ts";
import { answerIn } from "#lib/api/versions/answers.ts";
import { eventMeanings } from "#lib/core/event-meanings.ts";
import { eventTypes } from "#lib/core/event-types.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";

/** A request to a partner's webhook endpoint. */
export type WebhookOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  /** Empty: the request carries a signature rather than credentials. */
  security: [];
  requestBody: {
    required: true;
    content: { "application/json": { schema: JsonSchema; example: unknown } };
  };
  responses: Record<string, { description: string }>;
};

/** The webhooks section of a version's document, with an entry for each type of event. */
export function webhooksOf(
  version: ServiceVersion,
  definitions: Definitions,
): Record<string, { post: WebhookOperation }> {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const schema = toJsonSchema(eventOfType(type), "output", definitions);
      const example = answerIn(version, "getEvent", { ...exampleEvent(type), apiVersion: version });
      const post: WebhookOperation = {
        operationId: `on_${type.replaceAll(".", "_")}`,
        summary: eventMeanings[type],
        tags: ["Events"],
        security: [],
        requestBody: { required: true, content: { "application/json": { schema, example } } },
        responses: { "2XX": { description: "The event was received, and isn't delivered again." } },
      };
      return [type, { post }];
    }),
  );
}
