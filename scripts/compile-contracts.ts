// Compiles the contracts of the local chains into the cache that every suite and the demo share. It takes half a minute
// once; `npm test` does it while other steps leave a core idle.
import { defaultCacheDir, loadContractCodes } from "#scripts/devnet/contract-codes.ts";

await loadContractCodes(1, defaultCacheDir, (step) => process.stdout.write(`${step}\n`));
process.stdout.write("The contracts of the local chains are compiled.\n");
