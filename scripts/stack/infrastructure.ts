import path from "node:path";
import { startDevnet } from "#scripts/devnet/start-devnet.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { ensureDatabase } from "#scripts/postgres/databases.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";

/** What the services need of the machine: a migrated database and the local chains. */
export type Infrastructure = {
  databaseUrl: string;
  chains: { chainId: number; rpcUrl: string }[];
  /** Resolves with a sentence when a part of it ends by itself. */
  broken: Promise<string>;
  stop(): Promise<void>;
};

export type InfrastructureOptions = {
  /** Where data is kept between runs. */
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
    onStep(`Postgres on port ${postgres.port}, ${applied.length} migrations applied`);
    const devnet = await startDevnet({ chainIds, stateDir: path.join(folder, "chains"), onStep });
    const broken = Promise.race([
      postgres.exited.then(() => "Postgres has ended"),
      ...devnet.chains.map(({ chainId, exited }) => exited.then(() => `chain ${chainId} has ended`)),
    ]);
    return {
      databaseUrl,
      chains: devnet.chains.map(({ chainId, rpcUrl }) => ({ chainId, rpcUrl })),
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
