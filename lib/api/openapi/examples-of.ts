import type { Route } from "#lib/api/define-route.ts";
import type { Example } from "#lib/api/operation.ts";
import type { ServiceVersion } from "#lib/api/version.ts";

/** The examples of an operation that hold under a version; those of that version alone come first. */
export function examplesOf({ examples = [] }: Route["operation"], version: ServiceVersion): Example<unknown>[] {
  return examples
    .filter((example) => example.version === undefined || example.version === version)
    .toSorted((a, b) => Number(b.version !== undefined) - Number(a.version !== undefined));
}
