import { processSingleton } from "#lib/core/process-singleton.ts";
import { log } from "#lib/log/log.ts";

const everyMs = 60_000;

/** When each alarm was last raised for each thing, on the process's own clock. */
const raised = processSingleton("relay-alarms", () => new Map<string, number>());

/**
 * Logs what an operator has to see to, at most once a minute for each alarm and thing, because the relay meets it in
 * every round.
 * @param about which thing of its kind: a queue, a transaction.
 */
export function raiseAlarm(alarm: string, about: string, facts: object, message: string): void {
  const key = `${alarm} ${about}`;
  const now = performance.now();
  const last = raised().get(key);
  if (last !== undefined && now - last < everyMs) return;
  raised().set(key, now);
  log().error({ alarm, ...facts }, message);
}
