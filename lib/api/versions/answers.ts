import type { z } from "zod";
import { answers as answersOf20260218 } from "#lib/api/versions/2026-02-18.ts";
import type { OlderAnswer, OlderAnswers } from "#lib/api/versions/older-answer.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";

/** By version; the newest has none, because presenters make its answers. */
const olderAnswers: Partial<Record<ServiceVersion, OlderAnswers>> = { "2026-02-18": answersOf20260218 };

/** The modules from the newest version back to each one, in that order; put together once, because every answer asks. */
const modulesBackTo = new Map(
  serviceVersions.map((version, index) => {
    const versions = serviceVersions.slice(index).toReversed();
    return [version, versions.map((each) => olderAnswers[each] ?? {})] as const;
  }),
);

/** What is rewritten of an operation's newest answer on the way back to a version, the newest step first. */
function stepsBackTo(version: ServiceVersion, operationId: string): OlderAnswer[] {
  return (modulesBackTo.get(version) ?? []).flatMap((answers) => answers[operationId] ?? []);
}

/** An operation's answer as a version gives it, from the newest one. */
export function answerIn(version: ServiceVersion, operationId: string, newest: unknown): unknown {
  return stepsBackTo(version, operationId).reduce((answer, { rewrite }) => rewrite(answer), newest);
}

/** The schema of an operation's answer in a version. */
export function answerSchemaOf(
  { operationId, response }: { operationId: string; response: { schema: z.ZodType } },
  version: ServiceVersion,
): z.ZodType {
  return stepsBackTo(version, operationId).at(-1)?.schema ?? response.schema;
}
