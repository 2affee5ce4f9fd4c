import { type AlarmKind, levelOf } from "#lib/core/alarm-kinds.ts";
import { clock } from "#lib/core/clock.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { alarmChannels, alarmSource } from "#lib/domain/platform/alarms/channels.ts";
import { storeEnded, storeRaised } from "#lib/domain/platform/alarms/repository.ts";
import { toJson } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

/**
 * Stores an alarm in the transaction of the change that it is about, so that both happen or neither, and logs
 * it after the commit. For alarms about nothing that is written, use raiseAlarm, which needs no database.
 */
export async function recordAlarm(
  tx: Tx,
  kind: AlarmKind,
  subject: string,
  facts: object,
  message: string,
): Promise<void> {
  const raised = { kind, subject, message, facts: toJson(facts), parts: [], count: 1, at: clock.now() };
  await storeRaised(tx, [raised], { channels: alarmChannels(), source: alarmSource() });
  tx.afterCommit(() => log()[levelOf(kind, subject, facts)]({ alarm: kind, ...facts }, message));
}

/**
 * Ends an alarm in the transaction of the change that removes its cause, whichever process raised it.
 * @returns false when it isn't open.
 */
export async function endRecordedAlarm(
  on: Queryable,
  kind: AlarmKind,
  subject: string,
  message: string,
): Promise<boolean> {
  return (await storeEnded(on, [{ kind, subject, message, at: clock.now() }], null)) > 0;
}
