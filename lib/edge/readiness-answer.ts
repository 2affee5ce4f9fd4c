import type { Readiness } from "#lib/domain/platform/health/readiness.ts";

/** The answer of a readiness probe. */
export function readinessAnswer({ reasons, degraded }: Readiness) {
  if (reasons.length > 0) return { status: 503, body: { status: "unavailable", reasons } };
  return { status: 200, body: { status: "ready", ...(degraded.length > 0 ? { degraded } : {}) } };
}
