import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type EventType, eventTypes } from "#lib/core/event-types.ts";
import { newSigningSecret } from "#lib/domain/webhooks/secret.ts";
import { signWebhook } from "#lib/domain/webhooks/sign-webhook.ts";
import { readDemoFile } from "#scripts/demo/demo-file.ts";
import { fail, say } from "#scripts/partner/console.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** An event may be committed after a later one was read, so each poll reads this much again. */
const overlapMs = 60_000;
const pollEveryMs = 1_000;
const answerWithinMs = 15_000;

/** The options of the command, as given. */
export type ListenOptions = {
  forward: string | undefined;
  types: string | undefined;
  url: string | undefined;
  key: string | undefined;
};

const eventPage = z.object({
  data: z.array(
    z.looseObject({ id: z.string(), type: z.string(), live: z.boolean().optional(), timestamp: z.string() }),
  ),
  nextCursor: z.string().nullable(),
});
type ListenedEvent = z.output<typeof eventPage>["data"][number];

/** The API that is listened to, and what is asked of it. */
type Source = { baseUrl: string; apiKey: string; types: readonly EventType[] };

/**
 * Forwards a partner's new events to a URL, signed as its webhooks are (Standard Webhooks), until the signal
 * is aborted. It reads the API, so that it works from any machine and needs no database. Each event is sent
 * once, whatever the answer.
 */
export async function runListen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const target = parseTarget(options.forward);
  const source = await findSource(options);
  const secret = newSigningSecret();
  // The server's clock counts, because it sets the events' times.
  const started = await readServerTime(source);
  say(`Forwarding new events of ${source.baseUrl} to ${target.href}. Stop with Ctrl-C.`);
  say(`Verify them with the secret ${secret}`);
  const seen = new Map<string, number>();
  while (!signal.aborted) {
    const newest = Math.max(started, ...seen.values());
    const since = Math.max(started, newest - overlapMs);
    const events = await readSince(source, since).catch((error: unknown) => {
      say(`The API can't be read, and is asked again: ${reasonOf(error)}`);
      return [];
    });
    for (const event of events.filter(({ id }) => !seen.has(id))) {
      seen.set(event.id, Date.parse(event.timestamp));
      say(`${event.timestamp}  ${event.type.padEnd(30)}  ${event.id}  ${await forward(event, target, secret, signal)}`);
    }
    for (const [id, at] of seen) if (at < since) seen.delete(id);
    await sleep(pollEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends an event as a webhook. @returns the answer in a few words. */
async function forward(event: ListenedEvent, target: URL, secret: string, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify(event);
  const signed = signWebhook([secret], { id: event.id, at: new Date(), body });
  const headers = { ...signed, "content-type": "application/json" };
  const within = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
  try {
    const answer = await fetch(target, { method: "POST", headers, body, redirect: "manual", signal: within });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    return `no answer: ${reasonOf(error)}`;
  }
}

/** Reads all events since a time, oldest first. */
async function readSince(source: Source, sinceMs: number): Promise<ListenedEvent[]> {
  const found: ListenedEvent[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ startTs: new Date(sinceMs).toISOString(), limit: "200" });
    if (source.types.length > 0) query.set("type", source.types.join(","));
    if (cursor !== null) query.set("cursor", cursor);
    const page = eventPage.parse(await (await ask(source, query)).json());
    found.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found.toReversed();
}

/** Reads the server's clock, to the second. Ends the command when the API can't be read at all. */
async function readServerTime(source: Source): Promise<number> {
  const answer = await ask(source, new URLSearchParams({ limit: "1" })).catch((error: unknown) =>
    fail(`The events of ${source.baseUrl} can't be read: ${reasonOf(error)}`),
  );
  await answer.body?.cancel();
  return Date.parse(answer.headers.get("date") ?? "") || Date.now();
}

async function ask({ baseUrl, apiKey }: Source, query: URLSearchParams): Promise<Response> {
  // A redirect would take the key to wherever it points.
  const init = { headers: { "api-key": apiKey }, redirect: "manual" } as const;
  const answer = await fetch(new URL(`/v1/events?${query}`, baseUrl), init);
  if (answer.ok) return answer;
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    throw new Error(`HTTP ${answer.status}. It redirects, which isn't followed. Name the target with --url.`);
  }
  const { message } = z.looseObject({ message: z.string().default("") }).parse(await answer.json().catch(() => ({})));
  throw new Error(`HTTP ${answer.status}. ${message}`);
}

async function findSource({ url, key, types }: ListenOptions): Promise<Source> {
  // The demo's key goes to no other installation.
  if (url !== undefined && key === undefined)
    throw new UsageError("Name a key with events:read of this API with --key.");
  const demo = url === undefined ? await readDemoFile() : null;
  const baseUrl = url ?? demo?.baseUrl;
  const apiKey = key ?? demo?.apiKey;
  if (baseUrl === undefined || apiKey === undefined) {
    fail("No demo is known on this machine. Name the API with --url, and a key with events:read with --key.");
  }
  return { baseUrl, apiKey, types: parseTypes(types) };
}

function parseTypes(text: string | undefined): EventType[] {
  const asked = text === undefined ? [] : text.split(",");
  const unknown = asked.filter((type) => !eventTypes.some((known) => known === type));
  if (unknown.length > 0) {
    throw new UsageError(`Unknown type: ${unknown.join(", ")}. Choose from ${eventTypes.join(", ")}.`);
  }
  return eventTypes.filter((type) => asked.includes(type));
}

function parseTarget(text: string | undefined): URL {
  const url = URL.parse(text ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError("Name the URL that receives the events, such as --forward http://localhost:4000/webhooks.");
  }
  return url;
}

/** The reason of a failed request; fetch hides it in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
