import type { ConsoleRequest } from "#components/docs/console/prepare-request.ts";
import type { Issue } from "#lib/core/errors.ts";
import { shownMember } from "#lib/core/shown-member.ts";

export type ConsoleAnswer = {
  status: number;
  headers: [name: string, value: string][];
  /** Formatted, if it is JSON. */
  body: string;
  /** The code of an error. */
  code: string | null;
  /** Whether the member has to prove who they are before the request is answered. */
  needsProof: boolean;
  durationMs: number;
};

const shownHeaders = [
  "Request-Id",
  "Service-Version",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Idempotent-Replayed",
  "Deprecation",
  "Link",
];
const maxCharacters = 200_000;

/** Sends a console's request to this installation, without the dashboard's session. @throws TypeError without a connection. */
export async function sendWithKey(
  method: string,
  { target, headers, body }: ConsoleRequest,
  signal: AbortSignal,
): Promise<ConsoleAnswer> {
  const began = performance.now();
  const response = await fetch(target, {
    method,
    headers,
    body,
    signal,
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
    referrerPolicy: "no-referrer",
  });
  const text = await response.text();
  return answerOf(response.status, (name) => response.headers.get(name), text, performance.now() - began);
}

/** The sender of a request with the dashboard's session: the member that the page shows, in a mode. */
export type MemberSender = { userId: string; mode: "test" | "live" };

/** The refusal of a request with the session, before it reached the API. */
export type SessionRefusal = { refusedStatus: number; message: string };

/** Sends a console's request with the dashboard's session. @throws TypeError without a connection or a readable answer. */
export async function sendAsMember(
  method: string,
  { target, headers, body }: ConsoleRequest,
  { userId, mode }: MemberSender,
  signal: AbortSignal,
): Promise<ConsoleAnswer | SessionRefusal> {
  const began = performance.now();
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const passed = Object.fromEntries(lowerCase.filter(([name]) => name !== "content-type"));
  const response = await fetch("/docs/console/send", {
    method: "POST",
    headers: { "content-type": "application/json", [shownMember.header]: userId },
    body: JSON.stringify({ mode, method, target, headers: passed, body }),
    signal,
    cache: "no-store",
    redirect: "error",
  });
  const text = await response.text();
  const answer = parse(text);
  if (!response.ok) return { refusedStatus: response.status, message: messageOf(answer) };
  if (!isAnswer(answer)) throw new TypeError("the answer can't be read");
  const header = (name: string) => answer.headers[name.toLowerCase()] ?? null;
  return answerOf(answer.status, header, answer.body ?? "", performance.now() - began);
}

function answerOf(
  status: number,
  header: (name: string) => string | null,
  text: string,
  durationMs: number,
): ConsoleAnswer {
  const value = parse(text);
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  const { code = null, issues = [] } = isError(value) ? value : {};
  return {
    status,
    headers: shownHeaders.flatMap((name): [string, string][] => {
      const one = header(name);
      return one === null ? [] : [[name, one]];
    }),
    body: shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}\n…` : shown,
    code,
    needsProof: status === 403 && issues.some(({ field }) => field === "proof"),
    durationMs: Math.round(durationMs),
  };
}

type Envelope = { status: number; headers: Readonly<Record<string, string>>; body: string | null };

function isAnswer(value: unknown): value is Envelope {
  return typeof value === "object" && value !== null && "status" in value && "headers" in value;
}

function messageOf(value: unknown): string {
  const error = typeof value === "object" && value !== null && "error" in value ? value.error : undefined;
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  return typeof message === "string" ? message : "Till can't answer right now. Try again.";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isError(value: unknown): value is { code: string; issues?: readonly Issue[] } {
  return typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";
}
