import { devAccounts } from "#scripts/devnet/accounts.ts";
import type { DevChain } from "#scripts/devnet/start-chain.ts";
import { withProduct } from "./bench-product.ts";
import { watchCpu } from "./cpu-time.ts";
import { setting } from "./setting.ts";
import { post, shopOf } from "./shop.ts";
import { type SlowProxy, startSlowProxy } from "./slow-proxy.ts";
import { printTable, ratios, spread } from "./table.ts";

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
const rounds = setting("ROUNDS", 15, 3);

/**
 * Measures the time to list options for 48 accounts on all eight chains with every supported token, and
 * compares it with one round trip to the slowest node. Proxies delay the local nodes to network latency.
 */
export async function benchOptions(): Promise<void> {
  const proxies: SlowProxy[] = [];
  const nodeUrlOf = async ({ chainId, rpcUrl }: DevChain) => {
    const proxy = await startSlowProxy(rpcUrl, delays.get(chainId) ?? 0);
    proxies.push(proxy);
    return proxy.url;
  };
  await withProduct({ chainIds: [...delays.keys()], nodeUrlOf }, async (product) => {
    const { relayer, buyers, merchant } = devAccounts();
    const addresses = [...buyers, merchant, relayer].map(({ address }) => address).slice(0, addressesPerChain);
    const accounts = [...delays.keys()].flatMap((chainId) =>
      addresses.map((address) => `eip155:${chainId}:${address}`),
    );
    const shop = shopOf(product, 1);
    const ask = { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] };
    const headers = { "content-type": "application/json" };
    const askNode = (url: string) => fetch(url, { method: "POST", headers, body: JSON.stringify(ask) });
    const optionTimes: number[] = [];
    const roundTrips: number[] = [];
    let offered = 0;
    const endCpu = await watchCpu({ web: product.serverPid });
    for (let round = 0; round <= rounds; round += 1) {
      const order = { referenceId: `BENCH-${round}`, amount: { unit: "iso4217/USD", value: "100" } };
      const { paymentId } = await post(shop, "/v1/payments", order);
      const all = await Promise.all(product.file.chains.map(({ rpcUrl }) => timed(() => askNode(rpcUrl))));
      const took = await timed(async () => {
        const { options } = await post(shop, `/v1/gateway/payment/${paymentId}/options`, { accounts });
        offered = (options as unknown[]).length;
      });
      // The first round is a warm-up: it opens connections and checks the tokens.
      if (round === 0) continue;
      roundTrips.push(Math.max(...all));
      optionTimes.push(took);
    }
    const cores = await endCpu();
    const title = `Options of ${accounts.length} accounts on ${delays.size} chains, of a new payment each time: median of ${rounds} (lowest–highest)`;
    const columns = ["Request", "ms", "÷ round trip", "options", "cores: web", "load generator and proxies", "machine"];
    const printRow = printTable(title, columns);
    const used = ["web", "load generator", "machine"].map((of) => (cores[of] ?? Number.NaN).toFixed(2));
    printRow("one round trip to the slowest node", spread(roundTrips), "1", "", "", "", "");
    printRow("options", spread(optionTimes), spread(ratios(optionTimes, roundTrips)), offered, ...used);
  }).finally(() => {
    for (const { stop } of proxies) stop();
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
