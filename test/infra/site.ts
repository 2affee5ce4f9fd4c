import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { createdPayment } from "#lib/api/schemas/payment.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { startDevnet } from "#scripts/devnet/start-devnet.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { pay } from "#scripts/pay/pay.ts";
import { ensureDatabase } from "#scripts/postgres/databases.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { type Seeded, type SeedOptions, seed } from "../../prisma/seed.ts";

/** A seeded database and a chain. The scenario starts the processes. */
export type Site = {
  databaseUrl: string;
  port: number;
  baseUrl: string;
  /** The environment of web and worker processes. */
  env: Readonly<Record<string, string>>;
  /** Creates a payment, as a shop's server does. @returns its link. @throws Error unless the API answers 201. */
  order(reference: string, baseUrl?: string): Promise<string>;
  /** Reads a page of payments. @throws Error unless the API answers 200. */
  list(): Promise<void>;
  /** Pays a link, as a buyer does: one of a few, by number. @throws Error unless the payment succeeds. */
  pay(link: string, buyer?: number): Promise<void>;
  /** Mines a block of that time and enough others to make it final. */
  mineBlockAt(time: Date): Promise<void>;
  stop(): Promise<void>;
};

const chainId = 8453;
const confirmations = 2;
const basePort = 23_000;
const portsPerProcess = 20;

export type SiteOptions = {
  /** An empty database of another server; without it an embedded server is started. */
  databaseUrl?: string;
  /** Another release's folder, whose commands create the tables and the seed. */
  release?: string;
};

export async function startSite({ databaseUrl, release }: SiteOptions = {}): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-infra-"));
  const embedded =
    databaseUrl === undefined
      ? await startPostgres({ dataDir: path.join(folder, "postgres"), durability: "full" })
      : null;
  const url = databaseUrl ?? (await ensureDatabase(embedded?.url("postgres") ?? "", "till"));
  const devnet = await startDevnet({ chainIds: [chainId], idleBlockTimeSeconds: 1 });
  const port = await choosePort(basePort + (process.pid % 300) * portsPerProcess);
  const baseUrl = `http://127.0.0.1:${port}`;
  const { relayer, merchant, buyers } = devAccounts();
  const chains = devnet.chains.map((chain) => ({ chainId: chain.chainId, rpcUrl: chain.rpcUrl }));
  const where = { databaseUrl: url, publicUrl: baseUrl, port, chains, confirmations };
  const env = {
    ...serviceEnv({ ...where, relayerPrivateKey: relayer.privateKey }),
    [`TREASURY_ADDRESS_${chainId}`]: relayer.address,
    [`FEE_RECIPIENT_${chainId}`]: relayer.address,
    RATE_LIMIT_PER_ADDRESS: "0",
    RATE_LIMIT_PER_APP: "0",
    RATE_LIMIT_PER_KEY: "0",
    NODE_ENV: "production",
  };
  Object.assign(process.env, env);
  const options = { email: "owner@till.example", password: "till-infra-password", destination: merchant.address };
  const { apiKey, appId, merchantId } = await install(release, url, { ...options, pastPayments: 0, knownApiKey: null });
  const headers = { "content-type": "application/json", "api-key": apiKey, "merchant-id": merchantId };
  return {
    databaseUrl: url,
    port,
    baseUrl,
    env,
    async order(reference, at = baseUrl) {
      const body = JSON.stringify({ referenceId: reference, amount: { unit: "iso4217/USD", value: "1250" } });
      const answer = await fetch(`${at}/v1/payments`, { method: "POST", headers, body });
      const text = await answer.text();
      if (answer.status !== 201) throw new Error(`creating a payment: ${answer.status} ${text}`);
      return createdPayment.parse(JSON.parse(text)).gatewayUrl;
    },
    async list() {
      const answer = await fetch(`${baseUrl}/v1/payments?limit=10`, { headers });
      await answer.text();
      if (answer.status !== 200) throw new Error(`listing payments: ${answer.status}`);
    },
    async pay(link, buyer = 0) {
      const { privateKey } = buyers[buyer % buyers.length] ?? relayer;
      const { status } = z.object({ status: z.string() }).parse(await pay({ link, appId, privateKey }));
      if (status !== "succeeded") throw new Error(`${link} is ${status}, not succeeded`);
    },
    async mineBlockAt(time) {
      for (const { rpcUrl } of chains) {
        const client = connectAnvil(rpcUrl);
        await client.setNextBlockTimestamp({ timestamp: BigInt(toUnixSeconds(time)) });
        await client.mine({ blocks: confirmations });
      }
    },
    async stop() {
      await closeDatabase();
      await devnet.stop();
      await embedded?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function install(release: string | undefined, url: string, options: SeedOptions): Promise<Seeded> {
  if (release === undefined) {
    await deployMigrations(url);
    const seeded = await seed(options);
    await closeDatabase();
    return seeded;
  }
  return seededBy.parse(
    await runInRelease(
      release,
      `const { deployMigrations } = await import("#scripts/migrate/deploy-migrations.ts");
      const { seed } = await import("./prisma/seed.ts");
      await deployMigrations(${JSON.stringify(url)});
      return seed(${JSON.stringify(options)});`,
    ),
  );
}

const seededBy = z.object({
  apiKey: z.string(),
  appId: z.string(),
  merchantId: z.templateLiteral(["mrch_", z.string()]),
});

/**
 * Runs the body of an async function in another release's folder, with this process's environment.
 * @returns its result, as JSON.
 * @throws Error with its output when it fails.
 */
export async function runInRelease(folder: string, body: string): Promise<unknown> {
  const mark = "\u0000";
  const script = `const result = await (async () => { ${body} })();
    process.stdout.write("\\0" + JSON.stringify(result ?? null), () => process.exit(0));`;
  const args = ["--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.slice(stdout.indexOf(mark) + 1));
}
