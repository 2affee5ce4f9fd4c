import { createTransport, RpcRequestError, type Transport } from "viem";
import { getHttpRpcClient, type HttpRpcClientOptions } from "viem/utils";

/** The most calls of one request. */
const perBatch = 500;

type Call = { method: string; params?: unknown };
type Answer = { id?: unknown; result?: unknown; error?: { code: number; message: string } | null };
type Waiting = { call: Call; resolve: (result: unknown) => void; reject: (error: unknown) => void };

/**
 * A transport to one node, which sends the calls of one turn of the event loop in one request and gives each call the answer with
 * its id.
 *
 * Not viem's batches, which go by the order of the answers: where a node leaves one out, or sends an error without an id, as for a
 * call too many, others would get the answers to other calls.
 */
export function batchedNode(url: string, options: HttpRpcClientOptions): Transport {
  const node = getHttpRpcClient(url, options);
  let waiting: Waiting[] = [];

  const sendAll = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const body = batch.map(({ call }, index) => ({ ...call, id: index + 1 }));
      const answers = readAnswers(await node.request({ body }));
      const nameless = answers.find(({ id, error }) => (id === null || id === undefined) && error);
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
      if (waiting.length === 1) setTimeout(sendAll, 0);
      else if (waiting.length === perBatch) void sendAll();
    });

  return () =>
    createTransport({
      ...{ key: "batched", name: "Batched", type: "batched", retryCount: 0 },
      request: request as ReturnType<Transport>["request"],
    });
}

const missing: Answer = {
  error: { code: -32_603, message: "the answer is not available: the node left it out of a batch" },
};

/** A batch that is refused as a whole has a single answer, without an id. */
function readAnswers(found: unknown): Answer[] {
  return [found].flat().filter((each): each is Answer => typeof each === "object" && each !== null);
}
