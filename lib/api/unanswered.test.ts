import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUnanswered } from "#lib/api/unanswered.ts";
import { webLimits } from "#lib/api/web-limits.ts";
import { until } from "#test/until.ts";

/** The requests that are to be answered, in order. */
const open: { url: string | undefined; response: ServerResponse }[] = [];
/** All that Node has parsed. */
let parsed = 0;
const isCounted = createUnanswered({ ...webLimits, unanswered: 8 });
const server = createServer((request, response) => {
  parsed += 1;
  if (isCounted(request, response)) open.push({ url: request.url, response });
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  open.length = 0;
  parsed = 0;
});

const request = (path: string) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

async function connected(): Promise<{ client: Socket; socket: Socket }> {
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  const [socket] = (await once(server, "connection")) as [Socket];
  return { client, socket };
}

test("a connection with a hundred thousand requests is closed without an answer, and no more of them are parsed", async () => {
  const { client, socket } = await connected();
  const received: Buffer[] = [];
  client.on("data", (bytes: Buffer) => received.push(bytes));
  const closed = new Promise((resolve) => client.once("close", resolve));
  client.write(request("x").repeat(100_000));
  await closed;
  expect(received).toEqual([]);
  expect(socket.destroyed).toBe(true);
  expect(open).toHaveLength(8);
  expect(parsed).toBe(9);
});

test("a client that waits for answers sends as many requests as it likes, several at once", async () => {
  const { client, socket } = await connected();
  const answers: string[] = [];
  client.on("data", (bytes: Buffer) => answers.push(bytes.toString()));
  for (let batch = 0; batch < 5; batch += 1) {
    client.write(request("x").repeat(8));
    await until("the requests to arrive", () => open.length === 8);
    for (const { response } of open.splice(0)) response.end("answer");
    await until("the answers", () => answers.join("").match(/answer/g)?.length === (batch + 1) * 8);
  }
  expect(socket.destroyed).toBe(false);
  client.destroy();
});
