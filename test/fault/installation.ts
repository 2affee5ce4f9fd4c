import { rm } from "node:fs/promises";
import path from "node:path";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import type { DevChain } from "#scripts/devnet/start-chain.ts";
import { startDevnet } from "#scripts/devnet/start-devnet.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { ensureDatabase } from "#scripts/postgres/databases.ts";
import { type EmbeddedPostgres, startPostgres } from "#scripts/postgres/embedded.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { copyTables, restoreTables } from "./copy-database.ts";
import { type FaultyNode, startFaultyNode } from "./faulty-node.ts";
import { createRandom } from "./random.ts";
import { type Supervised, supervise } from "./supervised.ts";

const chainIds = [8453, 56] as const;
/** The confirmations that make a block final, of all chains of a run. */
const confirmations = 4;
/** Receives the fees on the second chain. On the first, the relayer does, as by default. */
const feeRecipient = "0xfee56c0de2b3a4958677685940312a1b0c9d8e7f";

export type FaultChain = Pick<DevChain, "chainId" | "rpcUrl" | "betweenBlocks"> & {
  client: AnvilClient;
  node: FaultyNode;
};

/** The installation under test, as real as on a server except for the proxies in front of the nodes. */
export type Installation = {
  env: Readonly<Record<string, string>>;
  databaseUrl: string;
  chains: readonly FaultChain[];
  webs: readonly Supervised[];
  workers: readonly Supervised[];
  /** When Postgres crashed and when it was back, by this process's monotonic clock in milliseconds. */
  crashes: readonly number[];
  /** Ends Postgres as a crash would, and restarts it on the remaining data. */
  crashPostgres(): Promise<void>;
  /** Copies the database as it is at this moment. */
  copyDatabase(): Promise<void>;
  /** Replaces the database by its copy. */
  restoreDatabase(): Promise<void>;
  stop(): Promise<void>;
};

export type InstallationOptions = {
  folder: string;
  seed: number;
  /** Settings that replace or complete the usual ones. */
  settings?: Readonly<Record<string, string>>;
  onLine: (line: string) => void;
};

/** Starts Postgres that keeps what it has committed, two chains with 1 s blocks, two web processes and two workers. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { folder, seed, settings = {}, onLine } = options;
  const dataDir = path.join(folder, "postgres");
  let postgres: EmbeddedPostgres = await startPostgres({ dataDir, durability: "full" });
  const { port } = postgres;
  const databaseUrl = await ensureDatabase(postgres.url("postgres"), "till");
  await deployMigrations(databaseUrl);
  const devnet = await startDevnet({ chainIds: [...chainIds], idleBlockTimeSeconds: 1 });
  const chains = await Promise.all(
    devnet.chains.map(async ({ chainId, rpcUrl, betweenBlocks }, index) => {
      const node = await startFaultyNode(rpcUrl, createRandom(seed, 10 + index));
      return { chainId, rpcUrl, betweenBlocks, client: connectAnvil(rpcUrl), node };
    }),
  );
  // Two runs at the same time search different ranges of ports.
  const webPort = await choosePort(20_000 + (process.pid % 900) * 10);
  const env = {
    ...serviceEnv({
      databaseUrl,
      publicUrl: `http://127.0.0.1:${webPort}`,
      port: webPort,
      confirmations,
      chains: chains.map(({ chainId, node }) => ({ chainId, rpcUrl: node.url })),
      relayerPrivateKey: devAccounts().relayer.privateKey,
    }),
    DEPOSIT_JOURNAL: path.join(folder, "deposits"),
    FEE_RECIPIENT_56: feeRecipient,
    NODE_ENV: "test",
    RATE_LIMIT_PER_ADDRESS: "0",
    RATE_LIMIT_PER_APP: "0",
    RATE_LIMIT_PER_KEY: "0",
    RATE_LIMIT_OPTIONS_PER_PAYMENT: "0",
    ...settings,
  };
  const ports = [webPort, await choosePort(webPort + 1)];
  const webs = await Promise.all(
    ports.map((each) =>
      supervise(
        "test/stack/api-server.ts",
        { env: { ...env, PORT: String(each) }, onLine },
        `http://127.0.0.1:${each}`,
      ),
    ),
  );
  const workers: Supervised[] = [];
  const crashes: number[] = [];
  for (let index = 0; index < 2; index += 1) workers.push(await supervise("scripts/worker.ts", { env, onLine }, ""));
  return {
    env,
    databaseUrl,
    chains,
    webs,
    workers,
    crashes,
    async crashPostgres() {
      crashes.push(performance.now());
      process.kill(postgres.pid, "SIGQUIT");
      await postgres.exited;
      postgres = await startPostgres({ dataDir, port, durability: "full" });
      crashes.push(performance.now());
    },
    copyDatabase: () => withConnection(databaseUrl, copyTables),
    async restoreDatabase() {
      // A worker that was killed may have left a connection.
      await withConnection(databaseUrl, (client) =>
        client.query(
          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'till' AND pid <> pg_backend_pid()",
        ),
      );
      await withConnection(databaseUrl, restoreTables);
    },
    async stop() {
      await Promise.all([...webs, ...workers].map((each) => each.end()));
      await Promise.all(chains.map(({ node }) => node.stop()));
      await devnet.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
