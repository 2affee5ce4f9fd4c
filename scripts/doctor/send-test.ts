import { randomUUID } from "node:crypto";
import { alarmChannels } from "#lib/domain/platform/alarms/channels.ts";
import type { AlarmNotice } from "#lib/domain/platform/alarms/repository.ts";
import { sendAlarms } from "#lib/jobs/alarms/send-alarms.ts";
import { type Finding, problem } from "#scripts/doctor/finding.ts";

/** Sends a test message to every channel of alarms, and says which of them have taken it. */
export async function sendTestAlarm(): Promise<Finding[]> {
  const channels = alarmChannels();
  const todo = "Set ALARM_EMAIL, ALARM_WEBHOOK_URL or ALARM_SLACK_URL.";
  if (channels.length === 0) return [{ check: "test alarm", ...problem("no channel is configured", todo) }];
  const at = new Date();
  const notice: AlarmNotice = {
    id: randomUUID(),
    event: "raised",
    at,
    kind: "test",
    subject: "npm run doctor",
    level: "info",
    message: "this is a test of the alarms; nothing is wrong",
    facts: {},
    count: 1,
    firstSeenAt: at,
    lastSeenAt: at,
  };
  return Promise.all(
    channels.map(async (channel): Promise<Finding> => {
      try {
        await sendAlarms(channel, [notice]);
        return { check: "test alarm", result: "ok", text: `${channel} accepted it: check that it arrives` };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { check: "test alarm", ...problem(`${channel}: ${reason}`, "Correct ALARM_… or the receiver.") };
      }
    }),
  );
}
