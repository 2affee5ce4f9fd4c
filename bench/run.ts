import { benchApi } from "./api.ts";
import { benchBurnedNonces } from "./burned-nonces.ts";
import { benchCheckout } from "./checkout.ts";
import { benchDashboard } from "./dashboard.ts";
import { benchFairness } from "./fairness.ts";
import { benchFootprint } from "./footprint.ts";
import { benchList } from "./list.ts";
import { benchOptions } from "./options.ts";
import { benchOverview } from "./overview.ts";
import { benchPoll } from "./poll.ts";
import { benchReconcile } from "./reconcile.ts";
import { benchRelay } from "./relay.ts";
import { benchWebhooks } from "./webhooks.ts";

// `npm run bench -- <name>`: benchmarks the production build; results are ratios within one run.
const benches: Record<string, () => Promise<void>> = {
  api: benchApi,
  "burned-nonces": benchBurnedNonces,
  checkout: benchCheckout,
  dashboard: benchDashboard,
  fairness: benchFairness,
  footprint: benchFootprint,
  list: benchList,
  options: benchOptions,
  overview: benchOverview,
  poll: benchPoll,
  reconcile: benchReconcile,
  relay: benchRelay,
  webhooks: benchWebhooks,
};

// Rate limits are counted as in production, but never reached.
process.env.RATE_LIMIT_PER_KEY ??= "1000000000";
process.env.RATE_LIMIT_OPTIONS_PER_PAYMENT ??= "1000000000";

const name = process.argv[2] ?? "";
const bench = benches[name];
if (bench === undefined) {
  process.stderr.write(`npm run bench -- <name>, where name is one of: ${Object.keys(benches).join(", ")}\n`);
  process.exit(1);
}
await bench();
process.exit(0);
