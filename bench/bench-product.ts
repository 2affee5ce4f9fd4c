import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDatabase } from "#lib/db/close.ts";
import { startInfrastructure } from "#scripts/stack/infrastructure.ts";
import { type Product, type ProductOptions, startProduct } from "#scripts/stack/start-product.ts";
import { say } from "./table.ts";

type Started = Partial<Pick<ProductOptions, "chainIds" | "confirmations" | "nodeUrlOf">>;

/** Runs a benchmark with a new folder, which is deleted afterwards. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a benchmark on the production build: all of its processes, and a database that survives a power
 * failure.
 * @throws Error when the benchmark fails, or a process of the product exits meanwhile.
 */
export async function withProduct(options: Started, work: (product: Product) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const fixed = { dev: false, port: 4200, durability: "full", pastPayments: 300, knownApiKey: null } as const;
    // Looking up a name for each connection is no part of what is measured.
    const product = await startProduct({ ...fixed, hostname: "127.0.0.1", ...options, folder, onStep: say });
    try {
      const broken = product.broken.then((reason) => Promise.reject(new Error(reason)));
      await Promise.race([work(product), broken]);
    } finally {
      await closeDatabase();
      await product.stop();
    }
  });
}

/** Runs a benchmark in this process on a migrated database, without the product's processes. */
export async function withDatabase(
  durability: "full" | "off",
  work: (database: { url: string; pid: number }) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    const server = await startInfrastructure({ folder, chainIds: [], durability, onStep: say });
    try {
      const { databaseUrl } = server;
      Object.assign(process.env, { DATABASE_URL: databaseUrl, PUBLIC_URL: "http://127.0.0.1", LOG_LEVEL: "silent" });
      await work({ url: databaseUrl, pid: server.postgresPid });
    } finally {
      await closeDatabase();
      await server.stop();
    }
  });
}
