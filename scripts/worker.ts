import "#scripts/process/production-default.ts";
import { renderEvents } from "#lib/api/render-events.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { requireEnv } from "#lib/env/env.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { log } from "#lib/log/log.ts";
import { onStopSignal } from "#scripts/process/stop-signal.ts";

// Runs all background work: `npm run worker`.
const direct = process.env.DATABASE_DIRECT_URL;
// The job queue listens on connections of the pool, and a worker has few of them: it needs no pooler.
if (direct) process.env.DATABASE_URL = direct;
requireEnv(["RELAYER_PRIVATE_KEY"]);

const worker = await startWorker({ renderEvents });
log().info("the worker is running");
process.send?.("ready");
onStopSignal(async () => {
  await worker.stop();
  await closeDatabase();
});
