import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { registerWallet } from "#lib/chain/relay/wallets/register-wallet.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startInfrastructure } from "#scripts/stack/infrastructure.ts";
import { startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { seed } from "../prisma/seed.ts";
import { type SlowProxy, startSlowProxy } from "./slow-proxy.ts";

/** Response times of each chain's node in milliseconds, as of distant public nodes. */
const delays = new Map<number, number>([
  [8453, 60],
  [42161, 70],
  [10, 80],
  [42220, 90],
  [143, 100],
  [137, 120],
  [56, 150],
  [1, 200],
]);
/** More addresses than the ten of a usual wallet: every funded address on each chain. */
const addressesPerChain = 6;
const rounds = 15;

/**
 * Measures the time to list options for 48 accounts on all eight chains with every supported token, and compares it with
 * one round trip to the slowest node. Proxies delay the local nodes to network latency.
 */
export async function benchOptions(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const onStep = (step: string) => void process.stdout.write(`${step}\n`);
  const infrastructure = await startInfrastructure({
    folder,
    chainIds: [...delays.keys()],
    durability: "full",
    onStep,
  });
  const proxies: SlowProxy[] = [];
  try {
    const chains: { chainId: number; rpcUrl: string }[] = [];
    for (const { chainId, rpcUrl } of infrastructure.chains) {
      const proxy = await startSlowProxy(rpcUrl, delays.get(chainId) ?? 0);
      proxies.push(proxy);
      chains.push({ chainId, rpcUrl: proxy.url });
    }
    const port = await choosePort(4200);
    const baseUrl = `http://127.0.0.1:${port}`;
    const { relayer, buyers, merchant } = devAccounts();
    const { databaseUrl } = infrastructure;
    const installation = { databaseUrl, publicUrl: baseUrl, port, chains, relayerPrivateKey: relayer.privateKey };
    const env = { ...serviceEnv({ ...installation, confirmations: 1 }), NODE_ENV: "production" };
    Object.assign(process.env, env);
    for (const { chainId } of chains) await registerWallet({ chainId, wallet: relayer.address });
    const known = { email: "owner@till.example", password: "till-demo-password", pastPayments: 0, knownApiKey: null };
    const { apiKey, merchantId } = await seed({ ...known, destination: merchant.address });
    await closeDatabase();
    const server = await startService("test/stack/api-server.ts", { env });
    const addresses = [...buyers.map(({ address }) => address), merchant.address, relayer.address];
    const accounts = Array.from({ length: addressesPerChain }, (_, index) => addresses[index % addresses.length]);
    await measure({ baseUrl, apiKey, merchantId }, chains, accounts.map(String));
    await server.stop();
  } finally {
    for (const { stop } of proxies) stop();
    await infrastructure.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Shop = { baseUrl: string; apiKey: string; merchantId: string };

async function measure(
  shop: Shop,
  chains: readonly { chainId: number; rpcUrl: string }[],
  addresses: readonly string[],
) {
  const accounts = chains.flatMap(({ chainId }) => addresses.map((address) => `eip155:${chainId}:${address}`));
  const unique = [...new Set(accounts)].slice(0, 50);
  const headers = { "content-type": "application/json", "api-key": shop.apiKey, "merchant-id": shop.merchantId };
  const post = async (url: string, body: unknown) => {
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const order = { referenceId: "BENCH", amount: { unit: "iso4217/USD", value: "100" } };
  const { paymentId } = await post(`${shop.baseUrl}/v1/payments`, order);
  const url = `${shop.baseUrl}/v1/gateway/payment/${paymentId}/options`;
  const ask = { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] };
  const optionTimes: number[] = [];
  const roundTrips: number[] = [];
  let offered = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const slowest = await longest(chains.map(({ rpcUrl }) => timed(() => post(rpcUrl, ask))));
    const answered = await timed(async () => {
      offered = ((await post(url, { accounts: unique })).options as unknown[]).length;
    });
    // The first round is a warm-up: it opens connections and checks the tokens.
    if (round === 0) continue;
    roundTrips.push(slowest);
    optionTimes.push(answered);
  }
  const options = median(optionTimes);
  const roundTrip = median(roundTrips);
  process.stdout.write(
    `\n${unique.length} accounts on ${chains.length} chains, ${offered} options, median of ${rounds}:\n`,
  );
  process.stdout.write(
    `  options ${options.toFixed(0)} ms, slowest single RPC round trip ${roundTrip.toFixed(0)} ms\n`,
  );
  process.stdout.write(`  options : round trip = ${(options / roundTrip).toFixed(2)}\n`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function longest(times: readonly Promise<number>[]): Promise<number> {
  return Math.max(...(await Promise.all(times)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
