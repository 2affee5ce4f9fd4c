import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "#lib/db/pool.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";

/** Accepts every connection and never responds. */
let silent: Server;
const connections: Socket[] = [];
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  silent = createServer((socket) => connections.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  // The second one of two providers refuses connections.
  process.env.RPC_URLS_1 = `http://127.0.0.1:${(silent.address() as AddressInfo).port},http://127.0.0.1:1`;
  till = await startTill();
  chain = till.chains[0] as TestChain;
  // Without a wallet that could submit a payment there, the node wouldn't be asked at all.
  await pool().query("INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (1, $1, 0)", [
    chain.accounts.relayer.address,
  ]);
  api = createApiClient(till.baseUrl, await createPartner());
});
afterAll(async () => {
  await till.stop();
  for (const socket of connections) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test("two nodes of which neither answers remove only their own options, are named, and aren't called again", async () => {
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const { paymentId } = await api.createPayment();
  const accounts = [1, 8453].map((chainId) => `eip155:${chainId}:${buyer.address}`);
  const ask = async () => {
    const { status, body } = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
    const offered = new Set((body.options as { account: string }[]).map(({ account }) => account));
    return [status, [...offered], body.unavailableNetworks];
  };
  const answered = [200, [`eip155:8453:${buyer.address}`], [{ chainId: "eip155:1", name: "Ethereum" }]];
  expect(await ask()).toEqual(answered);
  const asked = connections.length;
  expect(asked).toBeGreaterThan(0);
  for (const again of [1, 2, 3, 4, 5]) expect(await ask(), `request ${again}`).toEqual(answered);
  expect(connections.length).toBe(asked);
});

test("accounts whose networks are all down get a 503 that names them and says when to retry, not an empty list", async () => {
  const { paymentId } = await api.createPayment();
  const accounts = [`eip155:1:${chain.accounts.relayer.address}`];
  const answer = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
  expect([answer.status, answer.headers.get("retry-after"), answer.body]).toEqual([
    503,
    "5",
    {
      code: "bad_gateway",
      message: "These networks aren't responding: Ethereum. Nothing was charged. Try again in a few seconds.",
    },
  ]);
});
