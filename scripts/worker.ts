import { closeDatabase } from "#lib/db/close.ts";
import { requireEnv } from "#lib/env/env.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { log } from "#lib/log/log.ts";
import { onStopSignal } from "#scripts/process/stop-signal.ts";

// Everything that happens without a request: `npm run worker`.
const { RELAYER_PRIVATE_KEY } = requireEnv();
if (RELAYER_PRIVATE_KEY === undefined) {
  process.stderr.write("The configuration is not complete:\nRELAYER_PRIVATE_KEY: missing\nSee .env.example.\n");
  process.exit(1);
}

const worker = await startWorker();
log().info("the worker is running");
process.send?.("ready");
onStopSignal(async () => {
  await worker.stop();
  await closeDatabase();
});
