import { Agent } from "node:http";
import { operations } from "#test/api/operations.ts";
import { credentialsOf } from "#test/api/valid-request.ts";
import type { Random } from "#test/fault/random.ts";
import type { FuzzPartner } from "./fuzz-partner.ts";
import { describeRequest, type HttpRequest } from "./fuzz-request.ts";
import { processorTime } from "./observe.ts";
import { fillPage, pagePaths, signInPaths } from "./page-requests.ts";
import { procedures } from "./procedure-requests.ts";
import { sendHttp } from "./send.ts";
import { anyThings, bodyThings, inputThings, type SmallThings } from "./small-things.ts";

export type GrowthOptions = {
  baseUrl: string;
  partner: FuzzPartner;
  random: Random;
  /** The processes whose time counts. */
  pids: readonly number[];
  /** 1 measures every pair of an entrance and a kind of small things, and 10 a tenth of them. */
  every: number;
};

/** The costs of n, 2n and 4n small things in milliseconds of the processor. */
type Costs = [number, number, number];

/**
 * Four times as many may cost four times as much, and the second half of them so many times as much as the
 * first: 4 if the cost is a square.
 */
const maxGrowth = 3;
/** Smaller differences are noise: collections of garbage, timers. */
const noiseMs = 4;
/** Noise only adds, so a cost is the least of several. A pair that still looks wrong is measured more often. */
const fewest = 2;
const most = 12;

/**
 * Sends n, 2n and 4n small things of every kind to every entrance, and compares the processor time that the
 * server takes for them.
 * @returns the pairs whose time grows faster than their number, or that are answered with 500 or more; null
 * where it can't be measured.
 */
export async function measureGrowth(options: GrowthOptions): Promise<{ faults: string[]; pairs: number } | null> {
  const { baseUrl, pids, every } = options;
  const url = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const spent = async () => {
    const times = await Promise.all(pids.map(processorTime));
    return times.reduce<number>((sum, each) => sum + (each ?? Number.NaN), 0);
  };
  if (Number.isNaN(await spent())) return null;
  const faults: string[] = [];
  const cost = async (request: HttpRequest, note: (fault: string) => void) => {
    const before = await spent();
    const { status } = await sendHttp(url, agent, request);
    if (status >= 500) note(`status ${status}`);
    return (await spent()) - before;
  };
  const pairs = pairsOf(options).filter((_, index) => index % every === 0);
  for (const { entrance, things } of pairs) {
    const requests = [1, 2, 4].map((times) => things.add(entrance, Math.floor((things.most * times) / 4)));
    const largest = requests.at(-1) ?? entrance;
    const name = `${things.most} ${things.name} at ${entrance.method} ${entrance.target}`;
    const found = new Set<string>();
    const least: Costs = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < fewest || (round < most && isTooMuch(least)); round += 1) {
      for (const [index, request] of requests.entries()) {
        const tookMs = await cost(request, (fault) => found.add(fault));
        least[index] = Math.min(least[index] ?? tookMs, tookMs);
      }
    }
    if (isTooMuch(least)) found.add(`takes ${least.map((each) => each.toFixed(1)).join(", ")} ms of the processor`);
    for (const fault of found) faults.push(`${name}: ${fault}\n  ${describeRequest(largest, url).slice(0, 400)}`);
  }
  agent.destroy();
  return { faults, pairs: pairs.length };
}

/** True for costs that grow faster than the number of things. */
function isTooMuch([once, twice, fourTimes]: Costs): boolean {
  return fourTimes - twice > maxGrowth * Math.max(twice - once, noiseMs);
}

function pairsOf({ baseUrl, partner, random }: GrowthOptions): { entrance: HttpRequest; things: SmallThings }[] {
  const cookie = partner.cookies[0] ?? "";
  const pages = pagePaths.flatMap((path) =>
    path.includes("...nextauth")
      ? signInPaths.map((name) => path.replace(/\[[^\]]+\]/, name))
      : [fillPage(path, partner, random)],
  );
  const page = (method: string, target: string): HttpRequest => ({
    kind: "page",
    method,
    target,
    headers: { cookie, origin: baseUrl },
    body: null,
  });
  const files = ["/embed.js", "/_next/static/none.js", "/no/such/page", "/healthz"];
  const entrances = [
    ...[...pages, ...files].map((path) => page("GET", path)),
    ...pages.filter((path) => path.startsWith("/api/auth/")).map((path) => page("POST", path)),
    page("POST", `/collect/${partner.ids.pick("pay")}/submit`),
    ...procedures.map(({ name, kind }) =>
      page(kind === "query" ? "GET" : "POST", `${kind === "public" ? "/enter" : "/dashboard/data"}/${name}`),
    ),
    ...operations.map((operation): HttpRequest => {
      const headers = { ...credentialsOf(operation, partner.partner), "merchant-id": partner.partner.merchantId };
      return { kind: "api", method: operation.method, target: fillPath(operation.path, partner), headers, body: null };
    }),
  ];
  return entrances.flatMap((entrance) => {
    const isQuery = entrance.method === "GET" && entrance.target.startsWith("/dashboard/data/");
    const bodies = entrance.method === "GET" ? [] : bodyThings;
    return [...anyThings, ...bodies, ...(isQuery ? inputThings : [])].map((things) => ({ entrance, things }));
  });
}

/** The kinds of ids by the parts of paths before them. */
const kinds = { payment: "pay", refunds: "rfd", events: "evt", crypto: "crypto", "webhook-endpoints": "whe" };

function fillPath(path: string, { ids, partner }: FuzzPartner): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "merchantId") return partner.merchantId;
    if (name === "token") return ids.pickToken();
    if (name === "eventId") return ids.pick("evt");
    const [, kind = "pay"] = Object.entries(kinds).find(([part]) => path.includes(`/${part}`)) ?? [];
    return ids.pick(kind);
  });
}
