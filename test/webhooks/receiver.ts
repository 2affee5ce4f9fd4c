import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "#test/until.ts";

/** A request that a receiver got, with its whole body. */
export type ReceivedWebhook = {
  id: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { id: string; type: string; data: Record<string, unknown> };
};
type Reply = (webhook: ReceivedWebhook, response: ServerResponse) => void;

/** A partner's server that receives webhooks. */
export type Receiver = {
  readonly received: ReceivedWebhook[];
  /** The maximum number of requests that it has had at once. */
  readonly maxAtOnce: number;
  url(path?: string): string;
  /** Sets the answer of a path, or of all of them; 204 by default. */
  reply(answer: number | Reply, path?: string): void;
  /** Resolves with the webhooks of a path once there are that many. */
  count(count: number, path?: string): Promise<ReceivedWebhook[]>;
  stop(): Promise<void>;
};

/** For `beforeAll`; `stop` in `afterAll`. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const replies = new Map<string, Reply>();
  let atOnce = 0;
  let maxAtOnce = 0;
  const server = createServer(async (request, response) => {
    atOnce += 1;
    maxAtOnce = Math.max(maxAtOnce, atOnce);
    response.on("close", () => {
      atOnce -= 1;
    });
    const webhook = await read(request);
    received.push(webhook);
    const reply = replies.get(webhook.path) ?? replies.get("*");
    if (reply === undefined) response.writeHead(204).end();
    else reply(webhook, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: ownPort } = server.address() as AddressInfo;
  const at = (path: string | undefined) => received.filter((each) => path === undefined || each.path === path);
  return {
    received,
    get maxAtOnce() {
      return maxAtOnce;
    },
    url: (path = "/hook") => `http://127.0.0.1:${ownPort}${path}`,
    reply(answer, path = "*") {
      const constant: Reply = (_webhook, response) => void response.writeHead(Number(answer)).end();
      replies.set(path, typeof answer === "number" ? constant : answer);
    },
    async count(count, path) {
      await until(`${count} webhooks`, () => at(path).length >= count, 20_000);
      return at(path);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return {
    id: headers["webhook-id"] ?? "",
    path: request.url ?? "",
    headers,
    body,
    event: JSON.parse(body) as ReceivedWebhook["event"],
  };
}
