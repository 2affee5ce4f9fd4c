import "#scripts/process/production-default.ts";
import { renderEvents } from "#lib/api/render-events.ts";
import { warnOfChainSettings } from "#lib/chain/chain-settings.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { workerProbes } from "#lib/jobs/worker-probes.ts";
import { log } from "#lib/log/log.ts";
import { startTracing, stopTracing } from "#lib/log/tracing.ts";
import { describeError } from "#scripts/process/describe-error.ts";
import { exitWhenHung } from "#scripts/process/exit-when-hung.ts";
import { expectSchema } from "#scripts/process/expect-schema.ts";
import { startMetrics } from "#scripts/process/metrics.ts";
import { readFlags } from "#scripts/process/read-flags.ts";
import { requireSettings } from "#scripts/process/require-settings.ts";
import { onStopSignal } from "#scripts/process/stop-signal.ts";

// Runs all background work: `npm run worker`.
readFlags(`npm run worker   runs all background work, until it is stopped: payouts, refunds, webhooks, emails and what is scheduled
The environment configures it; see .env.example. It needs DATABASE_URL, DATA_ENCRYPTION_KEY, RPC_URLS_<chain id>, and
RELAYER_PRIVATE_KEY or RELAYER_KEYS.`);
const direct = process.env.DATABASE_DIRECT_URL;
// The job queue listens on connections of the pool, and a worker has few of them: it needs no pooler.
if (direct) process.env.DATABASE_URL = direct;
requireSettings(["DATA_ENCRYPTION_KEY", ["RELAYER_PRIVATE_KEY", "RELAYER_KEYS"]]);
warnOfChainSettings();

await expectSchema();
await startTracing("till-worker");
const worker = await startWorker({ renderEvents }).catch((error: unknown) => {
  process.stderr.write(`The worker can't start: ${describeError(error)}\n`);
  process.exit(1);
});
exitWhenHung(worker.findHung);
const metrics = startMetrics({ isWorker: true, probes: workerProbes(worker.findProblems) });
log().info("the worker is running");
process.send?.("ready");
onStopSignal(async () => {
  await worker.stop();
  await metrics.stop();
  await stopTracing();
  await closeDatabase();
});
