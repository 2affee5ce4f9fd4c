import { Agent } from "node:http";
import type { Random } from "#test/fault/random.ts";
import { createRandom } from "#test/fault/random.ts";
import { apiRequests } from "./api-requests.ts";
import { faultsIn, faultsInBytes } from "./check-answer.ts";
import type { FuzzPartner } from "./fuzz-partner.ts";
import { describeRequest, type FuzzRequest, type HttpRequest } from "./fuzz-request.ts";
import { pageRequests } from "./page-requests.ts";
import { procedureRequests } from "./procedure-requests.ts";
import { rawRequests } from "./raw-requests.ts";
import { answerWithinMs, sendHttp, sendRaw, Unsendable } from "./send.ts";

export type FuzzOptions = {
  baseUrl: string;
  seed: number;
  partners: readonly FuzzPartner[];
  /** So many requests are under way at a time. */
  concurrency: number;
  /** Variants that are generated of each operation and procedure before they are combined. */
  variants: number;
  /** Receives each different fault at once, with a command that repeats the first request that met it. */
  onFault: (fault: string) => void;
};

export type FuzzResult = {
  faults: string[];
  sent: number;
  /** The requests by kind and status; raw ones by kind only. */
  counts: Map<string, number>;
};

/** The share of each kind in percent; the rest is requests to the API. */
const shares = { procedure: 8, page: 5, raw: 8 };
/** A request in a hundred is an exact repetition of an earlier one. */
const repeatedPercent = 1;
const remembered = 50;

type Hooks = { beforeEach?: (sent: number) => Promise<void> | undefined; signal?: AbortSignal };

/**
 * Prepares seeded requests of every kind.
 * @returns a function that sends so many of them to the running server and checks each answer. It calls `beforeEach` before
 * each request, and waits for the promise that it may return. It ends early on `signal`. Further calls
 * continue the sequence.
 */
export function createFuzz(options: FuzzOptions) {
  const next = sourceOf(options, createRandom(options.seed, 1));
  return (requests: number, hooks: Hooks = {}) => sendAll(options, next, requests, hooks);
}

async function sendAll(
  { baseUrl, partners, concurrency, onFault }: FuzzOptions,
  next: () => FuzzRequest,
  requests: number,
  { beforeEach, signal }: Hooks,
): Promise<FuzzResult> {
  const url = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const faults = new Map<string, string>();
  const counts = new Map<string, number>();
  const note = (fault: string, request: FuzzRequest) => {
    const key = `${request.kind === "raw" ? request.name : (request.operation?.operationId ?? request.target.split("?")[0])}: ${fault}`;
    if (faults.size >= maxFaults || faults.has(key)) return;
    const shown = `${key}\n  ${describeRequest(request, url)}`;
    faults.set(key, shown);
    onFault(shown);
  };
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

  const exchange = async (request: FuzzRequest): Promise<void> => {
    if (request.kind === "raw") {
      const received = await sendRaw(url, request);
      count("raw");
      for (const fault of faultsInBytes(received, request.leaves === "answered")) note(fault, request);
      return;
    }
    const startedAt = performance.now();
    const answer = await sendHttp(url, agent, request);
    count(`${request.kind} ${answer.status}`);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (seconds > answerWithinMs / 1_000) note(`answered after ${seconds.toFixed(0)} s`, request);
    for (const fault of await faultsIn(request, answer)) note(`${fault} ${answer.text.slice(0, 300)}`, request);
    learn(request, answer.status, answer.text, partners);
  };

  let sent = 0;
  const send = async (): Promise<void> => {
    while (sent < requests && signal?.aborted !== true) {
      sent += 1;
      await beforeEach?.(sent);
      const request = next();
      await exchange(request).catch((error: unknown) => {
        if (error instanceof Unsendable) count("not sent: refused by the client");
        else note(error instanceof Error ? error.message : String(error), request);
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  agent.destroy();
  return { faults: [...faults.values()], counts, sent };
}

const maxFaults = 200;

/** The ids in an answer belong to the partner whose credentials the request had. */
function learn({ headers }: HttpRequest, status: number, text: string, partners: readonly FuzzPartner[]): void {
  const owner = partners.find(({ partner, cookies }) => {
    return (
      headers["api-key"] === partner.apiKey ||
      headers["app-id"] === partner.appId ||
      cookies.includes(headers.cookie ?? "")
    );
  });
  if (owner === undefined) return;
  if (status === 401 && headers.cookie !== undefined) {
    owner.cookies = owner.cookies.filter((cookie) => cookie !== headers.cookie);
  }
  if (status < 300 && text.length < longestLearned) owner.ids.learn(text);
}

const longestLearned = 20_000;

function sourceOf({ seed, variants, baseUrl, partners }: FuzzOptions, random: Random): () => FuzzRequest {
  const api = apiRequests(random, seed, variants);
  const procedure = procedureRequests(random, seed, variants, baseUrl);
  const page = pageRequests(random);
  const raw = rawRequests(random);
  const recent: FuzzRequest[] = [];
  const draw = () => {
    if (recent.length > 0 && random.percent(repeatedPercent)) return random.pick(recent);
    const at = random.int(1, 100);
    if (at <= shares.procedure) return procedure(partners);
    if (at <= shares.procedure + shares.page) return page(partners);
    return at <= shares.procedure + shares.page + shares.raw ? raw(partners) : api(partners);
  };
  return () => {
    const request = draw();
    if (recent.length < remembered) recent.push(request);
    else recent[random.int(0, remembered - 1)] = request;
    return request;
  };
}
