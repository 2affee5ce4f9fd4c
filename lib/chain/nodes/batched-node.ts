import { createTransport, RpcRequestError, type Transport } from "viem";
import { getHttpRpcClient, type HttpRpcClientOptions } from "viem/utils";

/** The most calls of one request, of a node that hasn't refused so many. */
const mostCalls = 500;

type Call = { method: string; params?: unknown };
type Answer = { id?: unknown; result?: unknown; error?: { code: number; message: string } | null };
type Waiting = { call: Call; resolve: (result: unknown) => void; reject: (error: unknown) => void };

/**
 * A transport to one node, which sends the calls of one turn of the event loop in one request and gives each
 * call the answer with its id. A request with too many calls for the node is sent again in halves, and later
 * ones are as small: Erigon takes 100 calls unless it is configured otherwise.
 *
 * Not viem's batches, which go by the order of the answers: where a node leaves one out, or sends an error
 * without an id, as for a call too many, others would get the answers to other calls.
 */
export function batchedNode(url: string, options: HttpRpcClientOptions): Transport {
  const node = getHttpRpcClient(url, options);
  let most = mostCalls;
  let waiting: Waiting[] = [];

  const sendWaiting = () => {
    const calls = waiting;
    waiting = [];
    sendInParts(calls);
  };
  const sendInParts = (calls: readonly Waiting[]) => {
    const size = most;
    for (let start = 0; start < calls.length; start += size) void send(calls.slice(start, start + size));
  };

  const send = async (batch: readonly Waiting[]) => {
    try {
      const body = batch.map(({ call }, index) => ({ ...call, id: index + 1 }));
      const answers = readAnswers(await node.request({ body }));
      if (batch.length > 1 && isTooLarge(answers)) {
        most = Math.min(most, Math.ceil(batch.length / 2));
        sendInParts(batch);
        return;
      }
      const nameless = answers.find(isNameless);
      const byId = new Map(answers.map((answer) => [String(answer.id), answer]));
      for (const [index, { call, resolve, reject }] of batch.entries()) {
        const { result, error } = byId.get(String(index + 1)) ?? nameless ?? missing;
        if (error) reject(new RpcRequestError({ body: call, error, url }));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const request = (call: Call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (waiting.length === 1) setTimeout(sendWaiting, 0);
      else if (waiting.length === mostCalls) sendWaiting();
    });

  return () =>
    createTransport({
      key: "batched",
      name: "Batched",
      type: "batched",
      retryCount: 0,
      request: request as ReturnType<Transport>["request"],
    });
}

/** True for an error that doesn't say which call it is about. */
function isNameless({ id, error }: Answer): boolean {
  return (id === null || id === undefined) && error !== null && error !== undefined;
}

/** True for the refusal of a whole request that names its size, as "batch limit 100 exceeded". Nodes share no code for it. */
function isTooLarge(answers: readonly Answer[]): boolean {
  const [only] = answers;
  return only !== undefined && answers.length === 1 && isNameless(only) && /batch/i.test(only.error?.message ?? "");
}

const missing: Answer = {
  error: { code: -32_603, message: "the answer is not available: the node left it out of a batch" },
};

/** A batch that is refused as a whole has a single answer, without an id. */
function readAnswers(found: unknown): Answer[] {
  return [found].flat().filter((each): each is Answer => typeof each === "object" && each !== null);
}
