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
import { runAll } from "./run-all.ts";
import { isShort } from "./setting.ts";
import { say } from "./table.ts";
import { benchWebhooks } from "./webhooks.ts";

// `npm run bench -- <name>`: benchmarks the production build; results are ratios within one run. Tables go to
// standard output. `npm run bench -- all [<name> ...]` writes those of all, or of some, to docs/benchmarks.md.
const benches: Record<string, () => Promise<void>> = {
  api: benchApi,
  list: benchList,
  poll: benchPoll,
  options: benchOptions,
  relay: benchRelay,
  "burned-nonces": benchBurnedNonces,
  webhooks: benchWebhooks,
  fairness: benchFairness,
  checkout: benchCheckout,
  dashboard: benchDashboard,
  overview: benchOverview,
  reconcile: benchReconcile,
  footprint: benchFootprint,
};

const [name = "", ...some] = process.argv.slice(2).filter((argument) => argument !== "--short");
const all = Object.keys(benches);
const isKnown = some.every((each) => all.includes(each));
const bench = name === "all" && isKnown ? () => runAll(some.length > 0 ? some : all, all) : benches[name];
if (bench === undefined || (name !== "all" && some.length > 0)) {
  say(`npm run bench -- <name> [--short], or all [<name> ...]; a name is one of: ${all.join(", ")}`);
  process.exit(1);
}
// Limits are counted as in production and not reached, except where they are what is measured.
if (name !== "fairness") {
  process.env.RATE_LIMIT_PER_KEY ??= "1000000000";
  process.env.RATE_LIMIT_OPTIONS_PER_PAYMENT ??= "1000000000";
  process.env.RATE_LIMIT_PAGES_PER_ADDRESS ??= "0";
  process.env.RATE_LIMIT_PER_MEMBER ??= "0";
}
if (isShort) say("A short run, to see that the benchmark works. Its figures mean nothing.");
await bench().catch((error: unknown) => {
  say(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exit(1);
});
process.exit(0);
