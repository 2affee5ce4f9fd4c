import type { AlarmNotice } from "#lib/domain/platform/alarms/repository.ts";
import type { Message } from "#lib/jobs/mail/message.ts";
import { own, prose, quoted } from "#lib/jobs/mail/prose.ts";

/** The alarms that a message spells out. It counts the others. */
const listed = 20;
const longestText = 500;

/** An email to the operator about alarms that were raised or have recovered. @param service the installation's URL. */
export function alarmEmail(notices: readonly AlarmNotice[], service: string): Message {
  return {
    locale: "en",
    title: null,
    brand: null,
    subject: own(`${titleOf(notices)} (${new URL(service).host})`),
    // Their facts may name a merchant or quote another service.
    blocks: describeAll(notices).map(quoted),
    action: null,
    closing: prose`\`npm run doctor\` lists the current alarms. docs/operations.md explains the cause of each and what to do.`,
  };
}

/** The same as a Slack message, which Mattermost, Rocket.Chat and Discord's `/slack` URLs take too. */
export function alarmSlackBody(notices: readonly AlarmNotice[], service: string): string {
  const text = [`*${titleOf(notices)}* (${new URL(service).host})`, ...describeAll(notices)].join("\n");
  return JSON.stringify({ text: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") });
}

/** The body of the operator's webhook. */
export function alarmWebhookBody(notices: readonly AlarmNotice[], service: string, at: Date): string {
  return JSON.stringify({ type: "alarms", timestamp: at.toISOString(), data: { service, alarms: notices } });
}

function titleOf(notices: readonly AlarmNotice[]): string {
  const [first] = notices;
  if (first !== undefined && notices.length === 1) return `${titleOfOne(first)}: ${first.kind}`;
  const counts = Object.entries(words).flatMap(([event, word]) => {
    const count = notices.filter((notice) => notice.event === event).length;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  return `Alarms: ${counts.join(", ")}`;
}

const words = { raised: "raised", changed: "changed", reminder: "still open", recovered: "recovered" } as const;
const titles = {
  raised: "Alarm",
  changed: "Alarm changed",
  reminder: "Alarm still open",
  recovered: "Recovered",
} as const;

/** The titles of what isn't an error. */
const milder: Readonly<Record<string, string>> = { warn: "Warning", info: "Notice" };

function titleOfOne({ event, level }: AlarmNotice): string {
  return (event === "raised" ? milder[level] : undefined) ?? titles[event];
}

function describeAll(notices: readonly AlarmNotice[]): string[] {
  const more = notices.length - listed;
  return [...notices.slice(0, listed).map(describe), ...(more > 0 ? [`And ${more} more.`] : [])];
}

function describe(notice: AlarmNotice): string {
  const { event, kind, subject, message, facts, count, firstSeenAt, lastSeenAt } = notice;
  const at = (time: Date) => `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  if (event === "recovered") return `RECOVERED ${kind} (${subject}): ${message}`;
  const times = count > 1 ? `${count} times since ${at(firstSeenAt)}` : at(lastSeenAt);
  return `${titleOfOne(notice).toUpperCase()} ${kind} (${subject}): ${message}. ${times}. ${JSON.stringify(facts)}`.slice(
    0,
    longestText,
  );
}
