import { setTimeout as pause } from "node:timers/promises";

/** Returns the result of `work`, or `otherwise` when it fails or takes longer than the limit. Never throws. */
export async function bounded<T>(
  limitMs: number,
  work: () => Promise<T>,
  otherwise: (reason: string) => T,
): Promise<T> {
  const late = pause(limitMs, null, { ref: false }).then(() => otherwise(`no answer within ${limitMs / 1_000} s`));
  const result = work().catch((error: unknown) => otherwise(explain(error)));
  return Promise.race([result, late]);
}

/** A refused connection is an AggregateError without a message. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : error.name;
  return error.message === "" ? code : error.message;
}
