import "#scripts/process/production-default.ts";
import { fileURLToPath } from "node:url";
import { createWebServer } from "#lib/api/create-web-server.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { warnOfChainSettings } from "#lib/chain/chain-settings.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { setOwnWork } from "#lib/db/work.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { screening } from "#lib/domain/payments/screening/configured-screening.ts";
import { reportMissingWorker } from "#lib/domain/platform/alarms/report-missing-worker.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { startAlarmLoop } from "#lib/jobs/alarms/alarm-loop.ts";
import { log } from "#lib/log/log.ts";
import { startTracing, stopTracing } from "#lib/log/tracing.ts";
import { expectSchema } from "#scripts/process/expect-schema.ts";
import { startMetrics } from "#scripts/process/metrics.ts";
import { readFlags } from "#scripts/process/read-flags.ts";
import { requireSettings } from "#scripts/process/require-settings.ts";
import { onStopSignal } from "#scripts/process/stop-signal.ts";
import { pagesEnv } from "#scripts/web/database-limits.ts";
import { drain } from "#scripts/web/drain.ts";
import type { NextPages } from "#scripts/web/next-pages.ts";
import { startPagesProcess } from "#scripts/web/pages-process.ts";

// The web process: serves `/v1` from the route table, and everything else from the pages' process, on one port. In development,
// the pages are in this process.
const { dev: isDevelopment } = readFlags(
  `npm start   serves the API, the checkout and the dashboard on HOST and PORT, until it is stopped
The environment configures it; see .env.example. It needs DATABASE_URL, PUBLIC_URL, DATA_ENCRYPTION_KEY and AUTH_SECRET.
-- --dev renders the pages from their sources, as npm run dev does.`,
  ["dev"],
);
setOwnWork("merchant");
const { HOST, PORT, DRAIN_SECONDS } = requireSettings(["DATA_ENCRYPTION_KEY", "AUTH_SECRET"]);
warnOfChainSettings();
await screening()
  .load()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
rateSource();
await expectSchema();
await startTracing("till-web");
const metrics = startMetrics();
const pages = isDevelopment
  ? await preparePagesHere()
  : await startPagesProcess({
      script: fileURLToPath(new URL("pages.ts", import.meta.url)),
      env: pagesEnv(process.env),
    });
const alarmLoop = startAlarmLoop({ sendsWithoutDatabase: false, check: reportMissingWorker });
const server = createWebServer(createRouteTable(allRoutes), pages);

server.listen(PORT, HOST, () => {
  log().info({ host: HOST, port: PORT }, "the server is listening");
  process.send?.("ready");
});
server.on("error", (error) => {
  log().fatal({ err: error }, "the server can't listen");
  process.exit(1);
});

onStopSignal(async (signal) => {
  // Load balancers notice within seconds, and connections that are idle time out, so that no request meets a closed one.
  await drain(server, { servedForMs: signal === "SIGTERM" ? DRAIN_SECONDS * 1_000 : 0 });
  await requestLog().flush();
  await pages.close();
  await alarmLoop.stop();
  await metrics.stop();
  await stopTracing();
  await closeDatabase();
});

/** Next is loaded in this process in development only. */
async function preparePagesHere(): Promise<NextPages> {
  const { prepareNextPages } = await import("#scripts/web/next-pages.ts");
  return prepareNextPages({ dev: true, hostname: HOST, port: PORT }, ({ socket }) => socket.remoteAddress);
}
