import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { closeDatabase } from "#lib/db/close.ts";
import { alignNonces } from "#scripts/demo/align-nonces.ts";
import { buildApp } from "#scripts/demo/build-app.ts";
import { choosePort } from "#scripts/demo/choose-port.ts";
import { type DemoFile, demoFolder, readDemoFile, writeDemoFile } from "#scripts/demo/demo-file.ts";
import { startInfrastructure } from "#scripts/demo/infrastructure.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { seed } from "../../prisma/seed.ts";

export type DemoOptions = {
  /** Wipes what earlier runs left. */
  fresh: boolean;
  /** Hot reload instead of a production build. */
  dev: boolean;
  /** The port to take if it is free. */
  port: number;
  onStep: (step: string) => void;
};

export type Demo = {
  file: DemoFile;
  /** Resolves with a sentence when a part of it ends by itself. */
  broken: Promise<string>;
  stop(): Promise<void>;
};

const chainIds = [8453, 56];
const dashboard = { email: "owner@till.example", password: "till-demo-password" };

/** Starts the whole product on this machine (DESIGN, "Ways to run"). @throws Error with everything stopped again. */
export async function startDemo({ fresh, dev, port: wantedPort, onStep }: DemoOptions): Promise<Demo> {
  const folder = path.join(demoFolder, "demo");
  if (fresh) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const infrastructure = await startInfrastructure({ folder, chainIds, durability: "full", onStep });
    stops.push(() => infrastructure.stop());
    const { databaseUrl, chains } = infrastructure;
    await alignNonces(databaseUrl, chains);
    const port = await choosePort(wantedPort);
    if (port !== wantedPort) onStep(`Port ${wantedPort} is taken; using ${port}`);
    const baseUrl = `http://127.0.0.1:${port}`;
    const { relayer, merchant, buyers } = devAccounts();
    const where = { databaseUrl, publicUrl: baseUrl, port, chains, confirmations: 2 };
    const env = serviceEnv({ ...where, relayerPrivateKey: relayer.privateKey });
    const file = await seedDemo(env, baseUrl, chains, merchant.address, buyers);
    onStep("Partner, merchants and past payments are there");
    if (!dev) onStep((await buildApp()) ? "The app is built" : "The app was built before");
    const mode = { ...env, NODE_ENV: dev ? "development" : "production" };
    const onLine = (line: string) => process.stderr.write(`${line}\n`);
    const worker = await startService("scripts/worker.ts", { env: mode, onLine });
    stops.push(() => worker.stop());
    const server = await startService("scripts/server.ts", { env: mode, onLine, args: dev ? ["--dev"] : [] });
    stops.push(() => server.stop());
    onStep("Server and worker are running");
    await writeDemoFile(file);
    const broken = Promise.race([infrastructure.broken, ended("the worker", worker), ended("the server", server)]);
    return { file, broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ended(name: string, service: Service): Promise<string> {
  const code = await service.exited;
  return `${name} has ended (${code ?? "killed"})`;
}

async function seedDemo(
  env: Readonly<Record<string, string>>,
  baseUrl: string,
  chains: DemoFile["chains"],
  destination: `0x${string}`,
  buyers: readonly DemoFile["buyers"][number][],
): Promise<DemoFile> {
  Object.assign(process.env, env);
  const { apiKey, appId, merchantId } = await seed({ ...dashboard, destination, pastPayments: 300 });
  await closeDatabase();
  const known = apiKey ?? (await readDemoFile())?.apiKey;
  if (known === undefined) throw new Error(".till/demo.json is gone, and the API key with it: start with --fresh.");
  return { baseUrl, apiKey: known, appId, merchantId, dashboard, chains, buyers: [...buyers] };
}
