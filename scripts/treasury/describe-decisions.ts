import type { OperatorDecision } from "#lib/domain/payments/ledger/operator-decisions.ts";

/** Describes decisions for a terminal. Control characters in a reason are replaced, because it may be pasted text. */
export function describeDecisions(decisions: readonly OperatorDecision[]): string {
  if (decisions.length === 0) return "No decision yet.";
  return decisions.map(describe).join("\n");
}

function describe({ at, actorName, action, subjectId, reason, facts }: OperatorDecision): string {
  const details = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  const line = `${at.toISOString()}  ${action} ${subjectId} by ${actorName}: ${reason} (${details.join(", ")})`;
  return line.replaceAll(/\p{Cc}/gu, " ");
}
