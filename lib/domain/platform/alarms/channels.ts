import { randomUUID } from "node:crypto";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { AlarmChannel } from "#lib/domain/platform/alarms/repository.ts";
import { env } from "#lib/env/env.ts";

/**
 * The channels that alarms are delivered to; none by default. Each address is one, so that a refused one
 * repeats nothing for others.
 */
export function alarmChannels(): AlarmChannel[] {
  const { ALARM_EMAIL, ALARM_WEBHOOK_URL, ALARM_SLACK_URL } = env();
  return [
    ...ALARM_EMAIL.map((to) => `email ${to}` as const),
    ...(ALARM_WEBHOOK_URL === undefined ? [] : ["webhook" as const]),
    ...(ALARM_SLACK_URL === undefined ? [] : ["slack" as const]),
  ];
}

/** Names this process among those that raise alarms. */
export const alarmSource = processSingleton("alarm-source", () => randomUUID());
