import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";

type Answer = { status: number | undefined; body: string };

test("a server that gets SIGTERM completes open requests, closes connections, and exits with 0 @desktop", async () => {
  const { baseUrl, appId, databaseUrl, chains } = stack();
  const { paymentId } = await createPayment();
  const port = await findFreePort();
  const where = { databaseUrl, chains, port, publicUrl: baseUrl, relayerPrivateKey: "", confirmations: 2 };
  // Requests follow each other as fast as the server answers.
  const unlimited = { RATE_LIMIT_PER_APP: "0", RATE_LIMIT_PAGES_PER_ADDRESS: "0" };
  const env = { ...serviceEnv(where), ...unlimited, NODE_ENV: "production" };
  const server = await startService("scripts/server.ts", { env });
  const send = (agent: Agent, path: string) => {
    const sent = request({ port, agent, path, headers: { "app-id": appId } }).end();
    const answer = once(sent, "response").then(async ([response]: IncomingMessage[]): Promise<Answer> => {
      if (response === undefined) throw new Error("no response");
      return { status: response.statusCode, body: await text(response) };
    });
    const isSent = once(sent, "finish").catch(() => undefined);
    return { isSent, answer };
  };
  const status = `/v1/gateway/payment/${paymentId}/status`;
  const held = Array.from({ length: 50 }, () => send(keptConnection(), `${status}?maxPollMs=25000`));
  await Promise.all(held.map(({ isSent }) => isSent));
  // Like a load balancer, keeps requesting pages and API calls over connections that stay open.
  const askOn = async (path: string, agent = keptConnection()): Promise<(number | undefined)[]> => {
    const statuses: (number | undefined)[] = [];
    for (;;) {
      const answer = await send(agent, path).answer.catch(() => null);
      if (answer === null) return statuses;
      statuses.push(answer.status);
    }
  };
  const asking = [askOn(`/pay/${paymentId}`), askOn(status)];
  expect(await send(keptConnection(), `/pay/${paymentId}`).answer).toMatchObject({ status: 200 });

  const stopped = server.stop();
  for (const { answer } of held) {
    expect(await answer).toEqual({ status: 200, body: expect.stringContaining('"requires_action"') });
  }
  const [pages = [], calls = []] = await Promise.all(asking);
  expect(pages).toEqual(pages.map(() => 200));
  expect(calls).toEqual(calls.map(() => 200));
  await stopped;
  // 1 after more than 20 s.
  expect(await server.exited).toBe(0);
});

test("a server whose clients send half of a request or don't read exits with 0, and logs its last requests @desktop", async () => {
  const { baseUrl, apiKey, merchantId, databaseUrl, chains } = stack();
  const port = await findFreePort();
  const where = { databaseUrl, chains, port, publicUrl: baseUrl, relayerPrivateKey: "", confirmations: 2 };
  const server = await startService("scripts/server.ts", { env: { ...serviceEnv(where), NODE_ENV: "production" } });
  const half = connect(port, "127.0.0.1").on("error", () => undefined);
  half.write("POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf");
  const unread = connect(port, "127.0.0.1").on("error", () => undefined);
  // More than the sockets on the way take in.
  unread.write("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(400));
  const headers = { "api-key": apiKey, "merchant-id": merchantId, "request-id": `last-${port}` };
  expect((await fetch(`http://127.0.0.1:${port}/v1/payments`, { headers })).status).toBe(200);
  await server.stop();
  expect(await server.exited).toBe(0);
  const { rows } = await withConnection(databaseUrl, (connection) =>
    connection.query("SELECT status FROM request_log_entry WHERE request_id = $1", [`last-${port}`]),
  );
  expect(rows).toEqual([{ status: 200 }]);
  half.destroy();
  unread.destroy();
});

const keptConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });
