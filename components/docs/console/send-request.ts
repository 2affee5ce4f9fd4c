import type { ConsoleRequest } from "#components/docs/console/prepare-request.ts";

export type ConsoleAnswer = {
  status: number;
  headers: [name: string, value: string][];
  /** Formatted, if it is JSON. */
  body: string;
  /** The code of an error. */
  code: string | null;
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
export async function sendRequest(
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
  const durationMs = Math.round(performance.now() - began);
  const value = parse(text);
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  return {
    status: response.status,
    headers: shownHeaders.flatMap((name): [string, string][] => {
      const header = response.headers.get(name);
      return header === null ? [] : [[name, header]];
    }),
    body: shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}\n…` : shown,
    code: codeOf(value),
    durationMs,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("code" in value)) return null;
  return typeof value.code === "string" ? value.code : null;
}
