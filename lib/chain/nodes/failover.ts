import { createTransport, HttpRequestError, http, shouldThrow, TimeoutError, type Transport } from "viem";
import { batchedNode } from "#lib/chain/nodes/batched-node.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** A node that did not answer is asked after the others for this long. */
const lastForMs = 30_000;

/** Until when each node is asked last, by its URL, on the process's own clock. */
const silentUntil = processSingleton("silent-nodes", () => new Map<string, number>());

/** Takes every method; the client on top of the transport knows their types. */
type Request = ReturnType<ReturnType<typeof http>>["request"];

type FailoverOptions = { timeoutMs: number; retryCount: number; isBatched: boolean };

/**
 * A transport to several nodes of a chain, which are asked in order until one answers. A node that hangs or can't be reached is
 * asked last for half a minute, so that it doesn't cost its timeout in every call.
 *
 * Not viem's `fallback`, which starts with the same node each time.
 */
export function failover(urls: readonly string[], options: FailoverOptions): Transport {
  const { timeoutMs: timeout, retryCount, isBatched } = options;
  // viem's own timeout ends with the headers of an answer.
  const fetchFn: typeof fetch = (input, init) => {
    const signals = [init?.signal, AbortSignal.timeout(timeout)].filter((signal) => signal instanceof AbortSignal);
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
  return (config) => {
    const connect = (url: string) =>
      isBatched ? batchedNode(url, { timeout, fetchFn }) : http(url, { timeout, fetchFn });
    const nodes = urls.map((url) => ({ url, node: connect(url)({ ...config, retryCount: 0 }) }));
    const request = async (call: Parameters<Request>[0]): Promise<unknown> => {
      let failure: unknown;
      for (const { url, node } of inOrder(nodes)) {
        try {
          const answer: unknown = await node.request(call);
          silentUntil().delete(url);
          if (isMissing(answer, call)) throw new Error(`the answer to ${call.method} is not available: it was null`);
          return answer;
        } catch (error) {
          if (!(error instanceof Error) || shouldThrow(error)) throw error;
          // viem would wait before the retry for as long as the node's Retry-After says, which may be hours.
          if (error instanceof HttpRequestError) error.headers = undefined;
          if (isSilent(error)) silentUntil().set(url, performance.now() + lastForMs);
          failure = error;
        }
      }
      throw failure;
    };
    const names = { key: "failover", name: "Failover", type: "failover" } as const;
    return createTransport({ ...names, retryCount, retryDelay: 100, request: request as Request });
  };
}

/** The methods by which a node says that what was asked for isn't there. */
const mayBeNull: ReadonlySet<string> = new Set([
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getTransactionByHash",
  "eth_getTransactionReceipt",
]);

/** Null in place of a value, which viem would take for no code or no data. */
function isMissing(answer: unknown, { method }: { method: string }): boolean {
  return (answer === null || answer === undefined) && !mayBeNull.has(method);
}

/** Silent nodes last, the others in the configured order. */
function inOrder<T extends { url: string }>(nodes: readonly T[]): T[] {
  const isLast = ({ url }: T) => Number(isAskedLast(url));
  return nodes.toSorted((a, b) => isLast(a) - isLast(b));
}

/** True for half a minute after a node didn't answer. */
export function isAskedLast(url: string): boolean {
  return (silentUntil().get(url) ?? 0) > performance.now();
}

/** No answer at all, or that the node is overloaded: it says nothing about the call. */
function isSilent(error: Error): boolean {
  if (error instanceof TimeoutError) return true;
  if (!(error instanceof HttpRequestError)) return false;
  return error.status === undefined || error.status === 429 || error.status >= 500;
}
