import type { Installation } from "../installation.ts";
import type { Visit } from "../shop.ts";

/** A process may meet connections that a crash has broken for as long after it. */
const graceMs = 10_000;

/**
 * Returns the visit with an eye on its answers: a 500 is a finding unless Postgres crashed shortly before or meanwhile. Failing
 * nodes and processes that shut down are answered with 502 and 503.
 */
export function reportFailures(visit: Visit, { crashes }: Installation, findings: string[]): Visit {
  return {
    ...visit,
    insist: (ask, isAnswer) =>
      visit.insist(async (at) => {
        const askedAt = performance.now();
        const answer = await ask(at);
        const isExplained = crashes.some((crashedAt) => crashedAt > askedAt - graceMs);
        if (answer.status === 500 && !isExplained) {
          findings.push(`${visit.purchase.paymentId} (${visit.purchase.plan.behaviour}) was answered with 500`);
        }
        return answer;
      }, isAnswer),
  };
}
