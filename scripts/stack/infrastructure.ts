import path from "node:path";
import type { DevChain } from "#scripts/devnet/start-chain.ts";
import { startDevnet } from "#scripts/devnet/start-devnet.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { ensureDatabase } from "#scripts/postgres/databases.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";

/** The dependencies of the services: a migrated database and local chains. */
export type Infrastructure = {
  databaseUrl: string;
  postgresPid: number;
  chains: readonly DevChain[];
  /** Resolves with the reason when Postgres or a chain exits unexpectedly. */
  broken: Promise<string>;
  stop(): Promise<void>;
};

export type InfrastructureOptions = {
  /** The folder for data that is kept between runs. */
  folder: string;
  chainIds: readonly number[];
  durability: "full" | "off";
  onStep: (step: string) => void;
};

/** Starts the embedded Postgres and the local chains on the data in `folder`, and applies the migrations. */
export async function startInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { folder, chainIds, durability, onStep } = options;
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), durability });
  try {
    const databaseUrl = await ensureDatabase(postgres.url("postgres"), "till");
    const applied = await deployMigrations(databaseUrl);
    onStep(`Started Postgres on port ${postgres.port} and applied ${applied.length} migrations`);
    const devnet = await startDevnet({ chainIds, stateDir: path.join(folder, "chains"), onStep });
    const broken = Promise.race([
      postgres.exited.then(() => "Postgres exited unexpectedly"),
      ...devnet.chains.map(({ chainId, exited }) => exited.then(() => `Chain ${chainId} exited unexpectedly`)),
    ]);
    return {
      databaseUrl,
      postgresPid: postgres.pid,
      chains: devnet.chains,
      broken,
      async stop() {
        await devnet.stop();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
