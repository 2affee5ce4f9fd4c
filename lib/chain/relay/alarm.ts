import { processSingleton } from "#lib/core/process-singleton.ts";
import { log } from "#lib/log/log.ts";

const everyMs = 60_000;

/** The time of each alarm's last log line, by alarm and subject, on the process's own clock. */
const raised = processSingleton("relay-alarms", () => new Map<string, number>());

/**
 * Logs an alarm for an operator, at most once a minute for each alarm and subject, because the relay meets the same problem
 * in every round.
 * @param subject key of the queue, transaction or payment that it is about.
 */
export function raiseAlarm(alarm: string, subject: string, facts: object, message: string): void {
  const key = `${alarm} ${subject}`;
  const now = performance.now();
  const last = raised().get(key);
  if (last !== undefined && now - last < everyMs) return;
  raised().set(key, now);
  log().error({ alarm, ...facts }, message);
}

/** Logs that the cause of an alarm is gone, if the alarm was raised, so that the next one is logged at once. */
export function endAlarm(alarm: string, subject: string, facts: object, message: string): void {
  if (raised().delete(`${alarm} ${subject}`)) log().warn({ recovered: alarm, ...facts }, message);
}
