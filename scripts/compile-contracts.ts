// Compiles the contracts of the local chains into the cache that every suite and the demo share. It takes half a minute
// once; `npm test` does it while other steps leave a core idle.
import { DEFAULT_CACHE_DIR } from "#scripts/devnet/cache-dir.ts";
import { loadContractCodes } from "#scripts/devnet/contract-codes.ts";

await loadContractCodes(1, DEFAULT_CACHE_DIR, (step) => process.stdout.write(`${step}\n`));
process.stdout.write("The contracts of the local chains are compiled.\n");
