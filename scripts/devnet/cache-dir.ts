import path from "node:path";

/** The directory of compiled contracts, shared by the demo and all tests of a checkout. */
export const DEFAULT_CACHE_DIR: string = path.resolve(import.meta.dirname, "../../.till/contracts");
