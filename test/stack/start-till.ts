import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { privateKeyToAccount } from "viem/accounts";
import { answerNode } from "#lib/api/mount-node.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { registerWallet } from "#lib/chain/relay/recovery/register-wallet.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";
import { createTestDatabase } from "#test/db/database.ts";

/** Till without its pages, in this process: a database, chains, the API on a port, and a worker on demand. */
export type Till = {
  baseUrl: string;
  chains: readonly TestChain[];
  /** The environment for other processes of this installation. */
  env: Readonly<Record<string, string>>;
  startWorker(): Promise<{ stop(): Promise<void> }>;
  stop(): Promise<void>;
};

export type TillOptions = {
  chainIds?: readonly number[];
  confirmations?: number;
  /** Environment variables in addition to those that every installation needs. */
  env?: Readonly<Record<string, string>>;
  /** Puts something in front of a chain's node. @returns the URL that this installation uses. */
  proxy?: (chain: TestChain) => Promise<string>;
};

/** Starts it for one test file; call `stop` in `afterAll`. Each transaction is mined at once. */
export async function startTill({
  chainIds = [8453],
  confirmations = 1,
  env: more = {},
  proxy = async ({ rpcUrl }) => rpcUrl,
}: TillOptions = {}): Promise<Till> {
  const database = await createTestDatabase();
  const chains = await Promise.all(chainIds.map((chainId) => startTestChain({ chainId })));
  const table = createRouteTable(allRoutes);
  const server = createServer((request, response) => void answerNode(table, request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const relayerPrivateKey = chains[0]?.accounts.relayer.privateKey ?? "";
  const nodes = await Promise.all(chains.map(async (chain) => ({ ...chain, rpcUrl: await proxy(chain) })));
  const where = { databaseUrl: database.url, publicUrl: baseUrl, port, chains: nodes, confirmations };
  // The gas price of a local chain depends on the bids of the last test.
  const ceilings = Object.fromEntries(chainIds.map((chainId) => [`MAX_GAS_PRICE_GWEI_${chainId}`, "100000"]));
  // So nothing is asked of the node for the price of gas, and no payment is too small.
  const coins = Object.fromEntries(chainIds.map((chainId) => [`NATIVE_PRICE_USD_${chainId}`, "0"]));
  const env = { ...serviceEnv({ ...where, relayerPrivateKey }), ...ceilings, ...coins, ...more, NODE_ENV: "test" };
  Object.assign(process.env, env);
  const wallet = privateKeyToAccount(relayerPrivateKey as `0x${string}`).address;
  for (const { chainId } of chains) await registerWallet({ chainId, wallet });
  const workers: { stop(): Promise<void> }[] = [];
  return {
    baseUrl,
    chains,
    env,
    async startWorker() {
      const worker = await startWorker();
      workers.push(worker);
      return worker;
    },
    async stop() {
      for (const worker of workers) await worker.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await requestLog().flush();
      await closeDatabase();
      await Promise.all(chains.map((chain) => chain.stop()));
      await database.drop();
    },
  };
}
