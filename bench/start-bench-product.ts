import { type Product, startProduct } from "#scripts/stack/start-product.ts";
import { say } from "./say.ts";

/** Starts the production build on a database that survives a power failure, as in production. */
export function startBenchProduct(folder: string, pastPayments = 0): Promise<Product> {
  return startProduct({
    folder,
    dev: false,
    port: 4200,
    durability: "full",
    pastPayments,
    knownApiKey: null,
    onStep: say,
  });
}
