import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#lib/db/transaction.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner } from "#test/stack/partner.ts";

type Received = { headers: IncomingHttpHeaders; body: string };

let api: Api;
let receiver: Server;
let listener: ChildProcess | undefined;
const received: Received[] = [];

beforeAll(async () => {
  api = await startApi();
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    // The first one fails, and is not sent again.
    response.writeHead(received.length === 1 ? 500 : 204).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
});
afterAll(async () => {
  listener?.kill("SIGKILL");
  receiver.close();
  await api.stop();
});

test("the command line forwards new events, signed like webhooks, each once, and needs no database", async () => {
  const partner = await createPartner();
  const { port } = receiver.address() as AddressInfo;
  const words = [
    "listen",
    "--forward",
    `http://127.0.0.1:${port}/hooks`,
    "--types",
    "payment.created,payment.cancelled",
  ];
  const access = ["--url", api.baseUrl, "--key", partner.apiKey];
  // Neither a database nor any other setting.
  const env = { PATH: process.env.PATH, NODE_ENV: "test" } as const;
  const child = spawn(process.execPath, ["scripts/partner.ts", ...words, ...access], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  listener = child;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  expect(await next()).toContain(`of ${api.baseUrl} to http://127.0.0.1:${port}/hooks`);
  const secret = (await next()).match(/whsec_(.+)$/)?.[1] ?? "";
  // This one has an earlier time than the next, and is committed after it.
  const late = Promise.withResolvers<void>();
  const isWritten = Promise.withResolvers<void>();
  const lateId = inTransaction(async (tx) => {
    const id = await createTestPayment(partner, {}, tx);
    isWritten.resolve();
    await late.promise;
    return id;
  });
  await isWritten.promise;
  const id = await createTestPayment(partner);
  expect(await next()).toMatch(/payment\.created .* 500$/);
  late.resolve();
  expect(await next()).toMatch(/payment\.created .* 204$/);
  await bringTo(id, "cancelled");
  expect(await next()).toMatch(/payment\.cancelled .* 204$/);
  const sent = received.map(({ body }) => JSON.parse(body));
  expect(sent.map(({ type, data }) => [type, data.payment.paymentId])).toEqual([
    ["payment.created", id],
    ["payment.created", await lateId],
    ["payment.cancelled", id],
  ]);
  for (const { headers, body } of received) {
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signature = createHmac("sha256", Buffer.from(secret, "base64")).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    const { text: shown } = await api.as(partner)("GET", `/v1/events/${headers["webhook-id"]}`);
    expect(body).toBe(shown);
  }
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("the demo's key isn't sent to another installation", async () => {
  const words = ["listen", "--forward", "http://127.0.0.1:9/hooks", "--url", api.baseUrl];
  const env = { PATH: process.env.PATH, NODE_ENV: "test" } as const;
  const child = spawn(process.execPath, ["scripts/partner.ts", ...words], { env, stdio: ["ignore", "ignore", "pipe"] });
  const output = await text(child.stderr);
  expect(output).toMatch(/^Name a key with events:read of this API with --key\.\n/);
});

test("a key isn't sent to where the API redirects", async () => {
  const requests: string[] = [];
  const elsewhere = createServer((request, response) => {
    requests.push(String(request.url));
    response.end("{}");
  });
  elsewhere.listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const { port } = elsewhere.address() as AddressInfo;
  const redirecting = createServer((request, response) => {
    response.writeHead(308, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  });
  redirecting.listen(0, "127.0.0.1");
  await once(redirecting, "listening");
  const baseUrl = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
  const words = ["listen", "--forward", "http://127.0.0.1:9/hooks", "--url", baseUrl, "--key", "till_secret"];
  const env = { PATH: process.env.PATH, NODE_ENV: "test" } as const;
  const child = spawn(process.execPath, ["scripts/partner.ts", ...words], { env, stdio: ["ignore", "ignore", "pipe"] });
  listener = child;
  expect(await text(child.stderr)).toBe(
    `The events of ${baseUrl} can't be read: HTTP 308. It redirects, which isn't followed. Name the target with --url.\n`,
  );
  expect(requests).toEqual([]);
  redirecting.close();
  elsewhere.close();
});
