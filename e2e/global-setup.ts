import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startProduct } from "#scripts/stack/start-product.ts";

/** Starts the whole product for the browser tests, as the demo does; they find it through e2e/stack.ts. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-e2e-"));
  const product = await startProduct({
    ...{ folder, dev: false, port: 4100, durability: "off", pastPayments: 0, knownApiKey: null },
    onStep: () => undefined,
  });
  process.env.TILL_E2E = JSON.stringify({ ...product.file, databaseUrl: product.databaseUrl });
  return async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
