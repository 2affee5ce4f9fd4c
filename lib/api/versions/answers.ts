import type { z } from "zod";
import { answers as answersOf20260218 } from "#lib/api/versions/2026-02-18.ts";
import type { OlderAnswer, OlderAnswers } from "#lib/api/versions/older-answer.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";

/** By version. Presenters produce the newest version, so it has no entry. */
const olderAnswers: Partial<Record<ServiceVersion, OlderAnswers>> = { "2026-02-18": answersOf20260218 };

/** For each version, the rewrites from the newest version back to it. Built once, because every response needs them. */
const modulesBackTo = new Map(
  serviceVersions.map((version, index) => {
    const versions = serviceVersions.slice(index).toReversed();
    return [version, versions.map((each) => olderAnswers[each] ?? {})] as const;
  }),
);

/** The rewrites of an operation's newest response for a version, newest first. */
function stepsBackTo(version: ServiceVersion, operationId: string): OlderAnswer[] {
  return (modulesBackTo.get(version) ?? []).flatMap((answers) => answers[operationId] ?? []);
}

/** Rewrites an operation's newest response for a version. */
export function answerIn(version: ServiceVersion, operationId: string, newest: unknown): unknown {
  return stepsBackTo(version, operationId).reduce((answer, { rewrite }) => rewrite(answer), newest);
}

/** The schema of an operation's response in a version. */
export function answerSchemaOf(
  { operationId, response }: { operationId: string; response: { schema: z.ZodType } },
  version: ServiceVersion,
): z.ZodType {
  return stepsBackTo(version, operationId).at(-1)?.schema ?? response.schema;
}
