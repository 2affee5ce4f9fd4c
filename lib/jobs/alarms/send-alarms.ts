import { createHash } from "node:crypto";
import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { AlarmChannel, AlarmNotice } from "#lib/domain/platform/alarms/repository.ts";
import { createPost, resolveSystem } from "#lib/domain/platform/outbound/post.ts";
import { signWebhook } from "#lib/domain/webhooks/sign-webhook.ts";
import { env } from "#lib/env/env.ts";
import { alarmEmail, alarmSlackBody, alarmWebhookBody } from "#lib/jobs/alarms/alarm-messages.ts";
import { deliver } from "#lib/jobs/mail/deliver.ts";

const timeoutMs = 10_000;

/** The operator names these URLs, so they may lead into the own network. */
const post = processSingleton("alarm-post", () =>
  createPost({ isAllowedAddress: () => true, resolve: resolveSystem }, timeoutMs),
);

/** Sends one message about alarms to a channel. @throws Error with the reason when the channel doesn't take it. */
export async function sendAlarms(channel: AlarmChannel, notices: readonly AlarmNotice[]): Promise<void> {
  const { ALARM_WEBHOOK_URL, ALARM_WEBHOOK_SECRET, ALARM_SLACK_URL, PUBLIC_URL } = env();
  if (channel.startsWith("email ")) {
    await deliver(channel.slice("email ".length), alarmEmail(notices, PUBLIC_URL));
    return;
  }
  if (channel === "slack") {
    await postTo(ALARM_SLACK_URL, {}, alarmSlackBody(notices, PUBLIC_URL));
    return;
  }
  const at = clock.now();
  const body = alarmWebhookBody(notices, PUBLIC_URL, at);
  // The same message has the same id in every attempt, so that the receiver can tell a repetition.
  const keys = notices.map((one) => `${one.id} ${one.event} ${one.kind} ${one.at.toISOString()}`);
  const digest = createHash("sha256").update(keys.join());
  const id = `alarms_${digest.digest("hex").slice(0, 32)}`;
  await postTo(ALARM_WEBHOOK_URL, signWebhook([ALARM_WEBHOOK_SECRET ?? ""], { id, at, body }), body);
}

async function postTo(url: string | undefined, headers: Record<string, string>, body: string): Promise<void> {
  if (url === undefined) throw new Error("its URL is no longer configured");
  const posted = await post()(new URL(url), { ...headers, "content-type": "application/json; charset=utf-8" }, body);
  if (posted.kind === "unanswered") throw new Error(posted.error);
  if (posted.status < 200 || posted.status > 299) throw new Error(`it responded with status ${posted.status}`);
}
