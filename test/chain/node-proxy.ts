import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Hex, hexToBigInt, isHex, keccak256, toHex } from "viem";
import { until } from "#test/until.ts";

/** One JSON-RPC call, by itself or out of a batch. */
export type NodeCall = { id: unknown; method: string; params: unknown[] };
type NodeAnswer = { id: unknown; jsonrpc: string; result?: unknown; error?: { code: number; message: string } };

/**
 * The faults that a proxy can inflict on a call instead of passing it on.
 * - `drop`: the connection is cut before the node receives the call
 * - `lose`: the node executes the call, and the connection is cut before the answer
 * - `hang`: the node executes the call, and no answer ever comes
 * - `stall`: the node executes the call, the headers and the beginning of an answer come, and nothing more
 * - `garble`: the node executes the call, and the answer is not JSON
 * - `repeat`: the node executes the call twice, and the second answer is returned
 * - `delayMs`: the answer comes this much later
 * - `omit`: the answers to a batch lack this call's
 * - `status`: the node does not receive the call, and the answer is this HTTP status without JSON
 * - `error`: the node does not receive the call, and the answer is this error, without the call's id if it is `isNameless`
 * - `params`: the node receives other parameters
 * - `edit`: the node's result is changed
 *
 * A batch has one connection, so a fault of the connection hits the whole batch.
 */
type NodeFault =
  | "drop"
  | "lose"
  | "hang"
  | "stall"
  | "garble"
  | "repeat"
  | "omit"
  | { delayMs: number }
  | { status: number; retryAfterSeconds?: number }
  | { error: { code: number; message: string }; isNameless?: true }
  | { params: unknown[] }
  | { edit: (result: unknown) => unknown };

/** Decides on each call, in order of arrival; null passes it on unchanged. */
export type NodeRule = (call: NodeCall) => NodeFault | null;

export type NodeProxy = {
  url: string;
  /** Replaces the rule; without one the proxy passes every call on. */
  misbehave(rule?: NodeRule): void;
  /** Refuses batches of more calls as a whole, as Erigon does with more than 100; null for none. */
  limitBatches(most: number | null): void;
  /** Every call since the start, in order. */
  readonly calls: readonly NodeCall[];
  stop(): Promise<void>;
};

const headers = { "content-type": "application/json" };

/** Starts a proxy in front of a node, on a free port. Without a rule it passes every call on. */
export async function startNodeProxy(target: string, first: NodeRule = () => null): Promise<NodeProxy> {
  let rule = first;
  let mostCalls: number | null = null;
  const calls: NodeCall[] = [];
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const parsed = JSON.parse(body) as NodeCall | NodeCall[];
    const batch = Array.isArray(parsed) ? parsed : [parsed];
    if (mostCalls !== null && batch.length > mostCalls) {
      const error = { code: -32_000, message: `batch limit ${mostCalls} exceeded` };
      response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
      return;
    }
    calls.push(...batch);
    const faults = batch.map((call) => rule(call));
    if (faults.includes("drop")) {
      response.destroy();
      return;
    }
    const refused = faults.find((fault) => fault !== null && typeof fault === "object" && "status" in fault);
    if (refused !== undefined) {
      const { status, retryAfterSeconds: seconds } = refused;
      const retryAfter = seconds === undefined ? {} : { "retry-after": String(seconds) };
      response.writeHead(status, { "content-type": "text/html", ...retryAfter }).end("<html>busy");
      return;
    }
    const asked = batch.map((call, index) => answerTo(target, call, faults[index] ?? null));
    const answers = (await Promise.all(asked)).filter((_, index) => faults[index] !== "omit");
    if (faults.includes("lose")) response.destroy();
    if (faults.includes("lose") || faults.includes("hang")) return;
    const text = faults.includes("garble")
      ? "<html>not now"
      : JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
    response.writeHead(200, headers);
    if (faults.includes("stall")) response.write(text.slice(0, text.length / 2));
    else response.end(text);
  };

  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    misbehave(next = () => null) {
      rule = next;
    },
    limitBatches(most) {
      mostCalls = most;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves when a node has received this many of these calls from now on. */
export function untilAsked(
  { calls }: NodeProxy,
  times: number,
  isIt: (call: NodeCall) => boolean,
  from = calls.length,
): Promise<true> {
  return until(`${times} calls of the node`, () => calls.slice(from).filter(isIt).length >= times);
}

async function answerTo(target: string, call: NodeCall, fault: NodeFault | null): Promise<NodeAnswer> {
  if (fault === null || typeof fault === "string") {
    if (fault === "repeat") await ask(target, call);
    return ask(target, call);
  }
  if ("status" in fault) throw new Error("an HTTP status applies to a whole batch");
  if ("error" in fault) return { id: fault.isNameless ? null : call.id, jsonrpc: "2.0", error: fault.error };
  if ("params" in fault) return ask(target, { ...call, params: fault.params });
  const answer = await ask(target, call);
  if ("delayMs" in fault) {
    await pause(fault.delayMs, undefined, { ref: false });
    return answer;
  }
  return answer.error === undefined ? { ...answer, result: fault.edit(answer.result) } : answer;
}

async function ask(target: string, call: NodeCall): Promise<NodeAnswer> {
  const response = await fetch(target, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...call }) });
  return (await response.json()) as NodeAnswer;
}

/** The position of the block among each method's parameters. */
const blockPlaces: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getCode: 1,
  eth_getStorageAt: 2,
  eth_getTransactionCount: 1,
};

/**
 * The rule of a node that lags behind at a block: that block is its newest state, and it knows neither later receipts nor
 * later blocks.
 */
export function staleAt(block: bigint): NodeRule {
  const isLater = (value: unknown) => isHex(value) && hexToBigInt(value) > block;
  return ({ method, params }) => {
    if (method === "eth_blockNumber") return { edit: () => toHex(block) };
    if (method === "eth_getTransactionReceipt" || method === "eth_getTransactionByHash") {
      return { edit: (found) => (isLater((found as { blockNumber?: Hex } | null)?.blockNumber) ? null : found) };
    }
    const place = blockPlaces[method];
    if (place === undefined) return null;
    const asked = params[place] ?? "latest";
    if (isLater(asked)) return { error: { code: -32_000, message: "header not found" } };
    return isHex(asked) ? null : { params: [...params.slice(0, place), toHex(block), ...params.slice(place + 1)] };
  };
}

/** The rule of a node that has other blocks from a height on. */
export function forkedAt(height: bigint): NodeRule {
  return ({ method, params }) => {
    if (method !== "eth_getBlockByNumber" || !isHex(params[0])) return null;
    return {
      edit: (found) => {
        const block = found as { number: Hex; hash: Hex } | null;
        return block === null || BigInt(block.number) < height ? block : { ...block, hash: keccak256(block.hash) };
      },
    };
  };
}
