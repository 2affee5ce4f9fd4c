import { checkReadiness } from "#lib/domain/platform/health/readiness.ts";
import { readinessAnswer } from "#lib/edge/readiness-answer.ts";
import type { ProbeAnswer } from "#lib/log/metrics-server.ts";

/**
 * The worker's probes: `/healthz` fails when a loop hangs, which ends the process after ten minutes;
 * `/readyz` also when it can't work at all.
 */
export function workerProbes(findProblems: () => string[]): Readonly<Record<string, () => Promise<ProbeAnswer>>> {
  return {
    "/healthz": async () => {
      const reasons = findProblems();
      return reasons.length > 0
        ? { status: 503, body: { status: "failing", reasons } }
        : { status: 200, body: { status: "ok" } };
    },
    "/readyz": async () => {
      const { reasons, degraded } = await checkReadiness();
      return readinessAnswer({ reasons: [...findProblems(), ...reasons], degraded });
    },
  };
}
