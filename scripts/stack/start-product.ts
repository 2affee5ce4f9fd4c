import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Address } from "#lib/core/caip.ts";
import { closeDatabase } from "#lib/db/close.ts";
import type { DemoFile } from "#scripts/demo/demo-file.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import type { DevChain } from "#scripts/devnet/start-chain.ts";
import { alignNonces } from "#scripts/stack/align-nonces.ts";
import { buildApp } from "#scripts/stack/build-app.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startInfrastructure } from "#scripts/stack/infrastructure.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { seed } from "../../prisma/seed.ts";

export type ProductOptions = {
  /** The folder of the database and the chains; an earlier run's data is reused. */
  folder: string;
  /** Hot reload instead of a production build. */
  dev: boolean;
  /** The preferred port; the next free one is used when it is taken. */
  port: number;
  /** The host of the public URL: `localhost` by default, because browsers have no passkeys for an IP address. */
  hostname?: string;
  durability: "full" | "off";
  pastPayments: number;
  /** Default: Base and BNB Chain. */
  chainIds?: readonly number[];
  /** Default 2. */
  confirmations?: number;
  /** Returns the URL that the processes use instead of a chain's node, such as a proxy's. */
  nodeUrlOf?: (chain: DevChain) => Promise<string>;
  /** The API key that an earlier run in this folder created. */
  knownApiKey: string | null;
  onStep: (step: string) => void;
  /** Receives the lines that server and worker print, which otherwise go to standard error. */
  onLine?: (line: string, from: "server" | "worker") => void;
};

export type Product = {
  file: DemoFile;
  databaseUrl: string;
  serverPid: number;
  postgresPid: number;
  chains: readonly DevChain[];
  worker: Service;
  /** The environment of server and worker. */
  env: Readonly<Record<string, string>>;
  /** Resolves with the reason when a process exits unexpectedly. */
  broken: Promise<string>;
  stop(): Promise<void>;
};

const defaultChainIds = [8453, 56];
const dashboard = { email: "owner@till.example", password: "till-demo-password" };

/**
 * Starts the whole product on this machine: Postgres, chains, migrations, seed, build, worker and server.
 * @throws Error when a part fails to start; everything else is stopped first.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { folder, dev, durability, chainIds = defaultChainIds, confirmations = 2, onStep } = options;
  const { hostname = "localhost" } = options;
  const nodeUrlOf = options.nodeUrlOf ?? (async ({ rpcUrl }: DevChain) => rpcUrl);
  await mkdir(folder, { recursive: true });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const infrastructure = await startInfrastructure({ folder, chainIds, durability, onStep });
    stops.push(() => infrastructure.stop());
    const { databaseUrl } = infrastructure;
    const chains = await Promise.all(
      infrastructure.chains.map(async (chain) => ({ chainId: chain.chainId, rpcUrl: await nodeUrlOf(chain) })),
    );
    await alignNonces(databaseUrl, chains);
    const port = await choosePort(options.port);
    if (port !== options.port) onStep(`Port ${options.port} is in use; using ${port}`);
    const publicUrl = `http://${hostname}:${port}`;
    const { relayer, buyers } = devAccounts();
    const local = serviceEnv({
      databaseUrl,
      publicUrl,
      port,
      chains,
      confirmations,
      relayerPrivateKey: relayer.privateKey,
      depositJournal: path.resolve(folder, "deposits"),
      ...(buyers[1] === undefined ? {} : { demoWalletAddress: buyers[1].address }),
    });
    const env = { ...local, ...custody(chains, relayer.address) };
    const file = await seedProduct(env, options, { baseUrl: publicUrl, databaseUrl, chains });
    onStep("Seeded a partner, merchants and past payments");
    if (!dev) onStep((await buildApp()) ? "Built the app" : "The app is already built");
    const mode = dev ? "development" : "production";
    const serviceOf = (from: "server" | "worker") => ({
      env: { ...env, NODE_ENV: mode },
      onLine: (line: string) => (options.onLine ?? printLine)(line, from),
    });
    const worker = await startService("scripts/worker.ts", serviceOf("worker"));
    stops.push(() => worker.stop());
    const server = await startService("scripts/server.ts", { ...serviceOf("server"), args: dev ? ["--dev"] : [] });
    stops.push(() => server.stop());
    onStep("Started server and worker");
    const broken = Promise.race([infrastructure.broken, exited("The worker", worker), exited("The server", server)]);
    return {
      file,
      databaseUrl,
      serverPid: server.pid,
      postgresPid: infrastructure.postgresPid,
      chains: infrastructure.chains,
      worker,
      env: { ...env, NODE_ENV: mode },
      broken,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Names the relayer wallet as treasury and fee recipient, which a worker would do too, but with a warning. */
function custody(chains: readonly { chainId: number }[], address: Address): Record<string, string> {
  const names = chains.flatMap(({ chainId }) => [`TREASURY_ADDRESS_${chainId}`, `FEE_RECIPIENT_${chainId}`]);
  return Object.fromEntries(names.map((name) => [name, address]));
}

async function exited(name: string, service: Service): Promise<string> {
  const code = await service.exited;
  return `${name} exited unexpectedly (${code ?? "killed"})`;
}

async function seedProduct(
  env: Readonly<Record<string, string>>,
  { pastPayments, knownApiKey }: ProductOptions,
  where: Pick<DemoFile, "baseUrl" | "databaseUrl" | "chains">,
): Promise<DemoFile> {
  const { merchant, buyers } = devAccounts();
  Object.assign(process.env, env);
  const destination = merchant.address;
  const seeded = await seed({ ...dashboard, destination, pastPayments, knownApiKey });
  await closeDatabase();
  return { ...where, ...seeded, dashboard, buyers: [...buyers] };
}
