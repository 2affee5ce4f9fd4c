import { benchList } from "./list.ts";
import { benchStatus } from "./status.ts";

// `npm run bench -- <name>`: figures of the built product, as ratios within one run.
const benches: Record<string, () => Promise<void>> = { status: benchStatus, list: benchList };

// Everything is counted as in production, and no limit is in reach.
process.env.RATE_LIMIT_PER_KEY ??= "1000000000";

const name = process.argv[2] ?? "";
const bench = benches[name];
if (bench === undefined) {
  process.stderr.write(`npm run bench -- <name>, where name is one of: ${Object.keys(benches).join(", ")}\n`);
  process.exit(1);
}
await bench();
process.exit(0);
