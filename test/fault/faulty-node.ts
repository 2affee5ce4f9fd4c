import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Hex, keccak256 } from "viem";
import type { NodeFault } from "./plan.ts";
import type { Random } from "./random.ts";

type Call = { id: number; method: string; params?: unknown[] };

/** A proxy in front of a chain's node that misbehaves on command. */
export type FaultyNode = {
  url: string;
  /** Misbehaves for a while, in half of the calls at random, or in all for `hides all logs`; concurrent faults add up. */
  misbehave(fault: NodeFault, forMs: number): Promise<void>;
  /** The number of calls that met each fault. */
  met: Readonly<Record<string, number>>;
  /** The time when it first received each transaction, by hash, in milliseconds of Unix time. */
  sent: ReadonlyMap<Hex, number>;
  stop(): Promise<void>;
};

const headers = { "content-type": "application/json" };
const staleBlocks = 3;
/** The longest range of blocks of a log query that a node with short ranges answers. */
const shortRange = 10;

/** Starts a proxy in front of `target`. The test's own calls bypass it and go to the chain directly. */
export async function startFaultyNode(target: string, random: Random): Promise<FaultyNode> {
  const active = new Map<NodeFault, number>();
  const met: Record<string, number> = {};
  const sent = new Map<Hex, number>();
  const ask = async (body: string) => (await fetch(target, { method: "POST", headers, body })).text();
  const isNow = (fault: NodeFault) => {
    if ((active.get(fault) ?? 0) === 0) return false;
    if (fault !== "hides all logs" && !random.percent(50)) return false;
    met[fault] = (met[fault] ?? 0) + 1;
    return true;
  };

  const answer = async (body: string): Promise<string | null> => {
    for (const hash of hashesOf(body)) if (!sent.has(hash)) sent.set(hash, Date.now());
    if (isNow("slow")) await pause(random.int(200, 3_000));
    if (isNow("drops")) return null;
    if (isNow("refuses")) return refusal(body);
    const asksForLogs = body.includes("eth_getLogs");
    if (asksForLogs && isAnyRangeLong(body) && isNow("short ranges")) return refusal(body);
    const said = await ask(isNow("stale") ? await inThePast(body, ask) : body);
    const text = asksForLogs && (isNow("hides all logs") || isNow("hides logs")) ? withoutLogs(body, said) : said;
    if (isNow("duplicates")) await ask(body);
    if (isNow("drops answers")) return null;
    return isNow("garbage") ? random.pick(["<html>502 Bad Gateway</html>", "", text.slice(0, 40), "null"]) : text;
  };

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const text = await answer(body).catch(() => null);
    if (text === null) request.socket.destroy();
    else if (isNow("stalls")) response.writeHead(200, headers).write(text.slice(0, 40));
    else response.writeHead(200, headers).end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    sent,
    async misbehave(fault, forMs) {
      active.set(fault, (active.get(fault) ?? 0) + 1);
      await pause(forMs);
      active.set(fault, (active.get(fault) ?? 1) - 1);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The hashes of the signed transactions in a call or a batch. */
function hashesOf(body: string): Hex[] {
  if (!body.includes("eth_sendRawTransaction")) return [];
  const calls = [JSON.parse(body) as Call | Call[]].flat();
  return calls.flatMap(({ method, params }) =>
    method === "eth_sendRawTransaction" ? [keccak256(params?.[0] as Hex)] : [],
  );
}

function refusal(body: string): string {
  const parsed = JSON.parse(body) as Call | Call[];
  const refuse = ({ id }: Call) => ({ jsonrpc: "2.0", id, error: { code: -32_005, message: "limit exceeded" } });
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(refuse) : refuse(parsed));
}

function isAnyRangeLong(body: string): boolean {
  const calls = [JSON.parse(body) as Call | Call[]].flat();
  return calls.some(({ method, params }) => {
    const { fromBlock, toBlock } = (params?.[0] ?? {}) as { fromBlock?: string; toBlock?: string };
    return method === "eth_getLogs" && Number(toBlock) - Number(fromBlock) >= shortRange;
  });
}

/** Empties the answers to log queries, as a node does that lacks the logs of its blocks. */
function withoutLogs(body: string, text: string): string {
  const calls = [JSON.parse(body) as Call | Call[]].flat();
  const ids = new Set(calls.flatMap(({ id, method }) => (method === "eth_getLogs" ? [id] : [])));
  type Answer = { id: number };
  const empty = (answer: Answer) => (ids.has(answer.id) ? { jsonrpc: "2.0", id: answer.id, result: [] } : answer);
  const parsed = JSON.parse(text) as Answer | Answer[];
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(empty) : empty(parsed));
}

/** Rewrites a request as if the node were some blocks behind: queries of the newest block go to an older one. */
async function inThePast(body: string, ask: (body: string) => Promise<string>): Promise<string> {
  const newest = JSON.parse(await ask(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_blockNumber" })));
  const old = `0x${Math.max(0, Number(newest.result) - staleBlocks).toString(16)}`;
  const parsed = JSON.parse(body) as Call | Call[];
  const turnBack = (call: Call): Call => {
    if (call.method === "eth_getTransactionReceipt")
      return { ...call, method: "eth_getBlockReceipts", params: ["0xfffffff"] };
    const params = call.params?.map((each) => (each === "latest" || each === "pending" ? old : each));
    return { ...call, ...(params === undefined ? {} : { params }) };
  };
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(turnBack) : turnBack(parsed));
}
