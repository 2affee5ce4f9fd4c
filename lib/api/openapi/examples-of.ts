import type { Route } from "#lib/api/define-route.ts";
import type { Example } from "#lib/api/operation.ts";
import { answerIn } from "#lib/api/versions/answers.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";

/** The examples of an operation in a version, with responses of that version. Its own examples come first. */
export function examplesOf(operation: Route["operation"], version: ServiceVersion): Example<unknown>[] {
  const { operationId, examples = [] } = operation;
  return examples
    .filter((example) => example.version === undefined || example.version === version)
    .toSorted((a, b) => Number(b.version !== undefined) - Number(a.version !== undefined))
    .map((example) => ({ ...example, response: answerIn(version, operationId, example.response) }));
}
