import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { type Hex, keccak256, parseAbi, stringToHex, type TypedDataDefinition } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { registerWallet } from "#lib/chain/relay/wallets/register-wallet.ts";
import { type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import type { DevChain } from "#scripts/devnet/start-chain.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startInfrastructure } from "#scripts/stack/infrastructure.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { seed } from "../prisma/seed.ts";
import { type SlowProxy, startSlowProxy } from "./slow-proxy.ts";

export type Buyer = PrivateKeyAccount;
/** A merchant of a running API. */
export type Shop = { baseUrl: string; chainId: number; apiKey: string; merchantId: string };
/** An option of a payment: the transactions that its buyer sends, and the typed data that the buyer signs. */
export type Offer = {
  paymentId: string;
  optionId: string;
  asset: string;
  approvals: readonly { to: Hex; data: Hex }[];
  typedData: TypedDataDefinition;
};
/** Signed results that are ready to be sent. */
export type Prepared = { paymentId: string; optionId: string; results: readonly Hex[] };

/** Till with its API and, on demand, a worker, each a process, on one local chain with blocks of one second. */
export type RunningShop = {
  shop: Shop;
  /** Creates a merchant without a settlement destination in the same installation. */
  createHeldShop(): Promise<Shop>;
  chain: DevChain;
  client: AnvilClient;
  database: pg.Client;
  postgresPid: number;
  server: Service;
  startWorker(): Promise<Service>;
  stop(): Promise<void>;
};

/**
 * Starts it on new data, which is deleted by `stop`.
 * @param nodeLatencyMs how long each answer of the chain's node takes.
 */
export async function startShop(chainId: number, confirmations: number, nodeLatencyMs = 0): Promise<RunningShop> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const onStep = (step: string) => void process.stdout.write(`${step}\n`);
  const infrastructure = await startInfrastructure({ folder, chainIds: [chainId], durability: "full", onStep });
  const services: Service[] = [];
  let proxy: SlowProxy | null = null;
  const start = async (script: string, env: Record<string, string>) => {
    const service = await startService(script, { env });
    services.push(service);
    return service;
  };
  const stop = async () => {
    for (const service of services.reverse()) await service.stop();
    proxy?.stop();
    await infrastructure.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await choosePort(4300);
    const baseUrl = `http://127.0.0.1:${port}`;
    const { relayer, merchant } = devAccounts();
    const { databaseUrl, chains } = infrastructure;
    const [chain] = chains;
    if (chain === undefined) throw new Error("no chain was started");
    if (nodeLatencyMs > 0) proxy = await startSlowProxy(chain.rpcUrl, nodeLatencyMs);
    const node = { chainId, rpcUrl: proxy?.url ?? chain.rpcUrl };
    const where = { databaseUrl, publicUrl: baseUrl, port, chains: [node], relayerPrivateKey: relayer.privateKey };
    const env = { ...serviceEnv({ ...where, confirmations }), NODE_ENV: "production" };
    Object.assign(process.env, env);
    await registerWallet({ chainId, wallet: relayer.address });
    const known = { email: "owner@till.example", password: "till-demo-password", pastPayments: 0, knownApiKey: null };
    const shop = { baseUrl, chainId, ...(await seed({ ...known, destination: merchant.address })) };
    await closeDatabase();
    const server = await start("test/stack/api-server.ts", env);
    const database = new pg.Client({ connectionString: databaseUrl });
    database.on("error", () => undefined);
    await database.connect();
    return {
      shop,
      createHeldShop: async () => ({ ...shop, merchantId: await createMerchant(shop) }),
      chain,
      client: connectAnvil(chain.rpcUrl),
      database,
      postgresPid: infrastructure.postgresPid,
      server,
      startWorker: () => start("scripts/worker.ts", env),
      stop: async () => {
        await database.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a merchant without a settlement destination. */
async function createMerchant(shop: Shop): Promise<string> {
  const fields = { merchantName: "Without a destination", merchantEmail: "held@till.example" };
  return String((await post(shop, "/v1/merchants", fields, { "idempotency-key": "bench" })).merchantId);
}

/** Accounts with keys, the same for the same name. */
export function makeBuyers(name: string, count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => privateKeyToAccount(keccak256(stringToHex(`${name} ${index}`))));
}

/** Gives every buyer more of a token than a benchmark can spend. */
export async function mintTo(client: AnvilClient, { address }: Token, buyers: readonly Buyer[]): Promise<void> {
  const abi = parseAbi(["function mint(address account, uint256 value)"]);
  const account = devAccounts().faucet.address;
  for (const [index, buyer] of buyers.entries()) {
    const call = { address, abi, functionName: "mint", args: [buyer.address, 10n ** 12n] } as const;
    const hash = await client.writeContract({ ...call, account, chain: null, gas: 100_000n });
    // The node's pool takes a limited number of one account's transactions.
    if (index % 200 === 199 || index === buyers.length - 1) await client.waitForTransactionReceipt({ hash });
  }
}

/** Returns a chain's token that is collected by this method. @throws Error when it has none. */
export function tokenBy(chainId: number, method: Token["method"]): Token {
  const token = tokensOfChain(chainId).find((each) => each.method === method);
  if (token === undefined) throw new Error(`chain ${chainId} has no token that is collected by ${method}`);
  return token;
}

async function post({ baseUrl, apiKey, merchantId }: Shop, target: string, body: unknown, more = {}) {
  const headers = { "content-type": "application/json", "api-key": apiKey, "merchant-id": merchantId, ...more };
  const response = await fetch(baseUrl + target, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${target}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Creates a payment of one dollar. @returns what it offers to the buyer. */
export async function offerTo(shop: Shop, buyer: Buyer, index: number): Promise<Offer[]> {
  const amount = { unit: "iso4217/USD", value: "100" };
  const { paymentId } = await post(shop, "/v1/payments", { referenceId: `order ${index}`, amount });
  const accounts = [`eip155:${shop.chainId}:${buyer.address}`];
  const answer = await post(shop, `/v1/gateway/payment/${paymentId}/options`, { accounts });
  type Option = { id: string; amount: { unit: string }; actions: { data: { params: unknown[] } }[] };
  return (answer.options as Option[]).map(({ id, amount: { unit }, actions }) => ({
    paymentId: String(paymentId),
    optionId: id,
    asset: unit,
    approvals: actions.slice(0, -1).map(({ data }) => data.params[0] as { to: Hex; data: Hex }),
    typedData: JSON.parse(String(actions.at(-1)?.data.params[1])) as TypedDataDefinition,
  }));
}

/** Creates a payment and signs its first option. */
export async function prepare(shop: Shop, buyer: Buyer, index: number): Promise<Prepared> {
  const [offer] = await offerTo(shop, buyer, index);
  if (offer === undefined) throw new Error("nothing was offered");
  return { ...offer, results: [await buyer.signTypedData(offer.typedData)] };
}

/** @throws Error when the confirm is refused. */
export function confirm(shop: Shop, { paymentId, optionId, results }: Prepared): Promise<Record<string, unknown>> {
  const entries = results.map((result) => ({ type: "walletRpc", data: [result] }));
  return post(shop, `/v1/gateway/payment/${paymentId}/confirm`, { optionId, results: entries });
}

/** Runs `work` for each index, with at most `limit` at once. @returns the results in order. */
export async function inParallel<T>(count: number, limit: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const indexes = Array.from({ length: count }, (_, index) => index).values();
  const done: T[] = [];
  const next = async () => {
    for (const index of indexes) done[index] = await work(index);
  };
  await Promise.all(Array.from({ length: limit }, next));
  return done;
}
