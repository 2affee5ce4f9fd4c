import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { clock } from "#lib/core/clock.ts";
import {
  allowedAddresses,
  checkedLookup,
  ForbiddenHost,
  type Network,
} from "#lib/domain/platform/outbound/checked-address.ts";

/** The outcome of a POST. Redirects are answers like others: nothing is sent to another URL. */
export type Posted =
  | { kind: "answered"; status: number; retryAfter: string | null; answer: string; latencyMs: number }
  | { kind: "unanswered"; error: string; isTimeout: boolean; latencyMs: number };

export type Post = (url: URL, headers: Readonly<Record<string, string>>, body: string) => Promise<Posted>;

/** The part of an answer that is kept, and what is read of it at most so that its connection can be used again. */
const keptBytes = 2_048;
const readBytes = 65_536;
/** For the rest of an answer whose status has arrived. */
const bodyTimeoutMs = 2_000;
const idleTimeoutMs = 15_000;

/**
 * Creates a function that sends POST requests to other parties' hosts, over connections that are kept for a
 * while. A connection is made to a checked address, and serves only requests for the host that it was made
 * for.
 * @param timeoutMs from name resolution to the status of the answer.
 */
export function createPost(network: Network, timeoutMs: number): Post {
  const agent = createAgent(network, timeoutMs);
  return async (url, headers, body) => {
    const startedAt = clock.now().getTime();
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      // Node looks up no name for an address.
      if (isIP(url.hostname.replace(/^\[(.*)\]$/, "$1")) !== 0) await allowedAddresses(url.hostname, network, signal);
      const response = await send(agent, {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: "POST",
        headers,
        body,
        signal,
      });
      const latencyMs = clock.now().getTime() - startedAt;
      const answer = await readBeginning(response.body);
      const retryAfter = [response.headers["retry-after"]].flat()[0] ?? null;
      return { kind: "answered", status: response.statusCode, retryAfter, answer, latencyMs };
    } catch (error) {
      const latencyMs = clock.now().getTime() - startedAt;
      const message = signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : explain(error);
      return { kind: "unanswered", error: message, isTimeout: signal.aborted, latencyMs };
    }
  };
}

/**
 * Resolves a host as the machine does, its hosts file included; empty when it has no address. For hosts that
 * the operator names.
 */
export function resolveSystem(hostname: string): Promise<string[]> {
  return lookup(hostname, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
}

function createAgent(network: Network, timeoutMs: number): Agent {
  return new Agent({
    keepAliveTimeout: idleTimeoutMs,
    connect: {
      lookup: checkedLookup(network, timeoutMs),
      timeout: timeoutMs,
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 can't disable the check of certificates.
      rejectUnauthorized: true,
      ...(network.ca === undefined ? {} : { ca: network.ca }),
    },
  });
}

/** Sends a request. One whose connection closes before an answer, as a kept one may at any moment, is sent once more. */
async function send(agent: Agent, request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  try {
    return await agent.request(request);
  } catch (error) {
    if (!closedCodes.has(codeOf(error))) throw error;
    return agent.request(request);
  }
}

/** Reads the beginning of an answer as text. An answer that is longer or slower than it should be is cut off. */
async function readBeginning(response: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(), bodyTimeoutMs);
  await new Promise<void>((resolve) => {
    response.on("data", (chunk: Buffer) => {
      if (size < keptBytes) chunks.push(chunk.subarray(0, keptBytes - size));
      size += chunk.length;
      if (size > readBytes) response.destroy();
    });
    // The status has arrived, and it decides: an error of the rest is none.
    response.on("error", () => undefined).on("close", resolve);
  });
  clearTimeout(timer);
  if (chunks.length === 0) return "";
  const text = Buffer.concat(chunks).toString("utf8");
  // A character may be cut in half.
  return text
    .replace(/\ufffd+$/, "")
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .trim();
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Errors of a connection that the other side closes. */
const closedCodes: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before a response arrived",
  EPIPE: "the connection was closed before a response arrived",
  UND_ERR_SOCKET: "the connection was closed before a response arrived",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_HEADERS_OVERFLOW: "the response isn't valid HTTP",
  EHOSTUNREACH: "the host can't be reached",
  ENETUNREACH: "the host can't be reached",
  ETIMEDOUT: "the connection timed out",
};

/** Describes an error to the owner of the URL, without addresses or data of another host. */
function explain(error: unknown): string {
  if (error instanceof ForbiddenHost) return `the URL ${error.message}`;
  const code = codeOf(error);
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) return "the server's certificate is not trusted";
  if (code.startsWith("HPE_")) return "the response isn't valid HTTP";
  if (code.startsWith("ERR_SSL") || code === "EPROTO") return "the TLS handshake failed";
  return reasons[code] ?? "the connection failed";
}
