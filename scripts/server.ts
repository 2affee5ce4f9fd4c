import "#scripts/process/production-default.ts";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createWebServer } from "#lib/api/create-web-server.ts";
import { endDraining, startDraining } from "#lib/api/draining.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { screening } from "#lib/domain/payments/screening/configured-screening.ts";
import { statusWatch } from "#lib/domain/payments/status/status-watch.ts";
import { reportMissingWorker } from "#lib/domain/platform/alarms/report-missing-worker.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { requireEnv } from "#lib/env/env.ts";
import { startAlarmLoop } from "#lib/jobs/alarms/alarm-loop.ts";
import { log } from "#lib/log/log.ts";
import { startTracing, stopTracing } from "#lib/log/tracing.ts";
import { expectSchema } from "#scripts/process/expect-schema.ts";
import { startMetrics } from "#scripts/process/metrics.ts";
import { onStopSignal } from "#scripts/process/stop-signal.ts";
import { limitStatements, pagesEnv } from "#scripts/web/database-limits.ts";
import type { NextPages } from "#scripts/web/next-pages.ts";
import { startPagesProcess } from "#scripts/web/pages-process.ts";

/** The process has 20 seconds to stop (scripts/process/stop-signal.ts). */
const drainedAfterMs = 15_000;

// The web process: serves `/v1` from the route table, and everything else from the pages' process, on one port. In development,
// the pages are in this process.
limitStatements(process.env);
const { HOST, PORT, DATABASE_PAGES_POOL_SIZE, DRAIN_SECONDS } = requireEnv(["DATA_ENCRYPTION_KEY", "AUTH_SECRET"]);
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
const isDevelopment = process.argv.includes("--dev");
const pages = isDevelopment
  ? await preparePagesHere()
  : await startPagesProcess({
      script: fileURLToPath(new URL("pages.ts", import.meta.url)),
      env: pagesEnv(process.env, DATABASE_PAGES_POOL_SIZE),
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
  startDraining();
  setTimeout(endDraining, drainedAfterMs).unref();
  // Load balancers notice within seconds, and connections that are idle time out, so that no request meets a closed one.
  if (signal === "SIGTERM") await pause(DRAIN_SECONDS * 1_000);
  statusWatch().close();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  await pages.close();
  await alarmLoop.stop();
  await metrics.stop();
  await stopTracing();
  await requestLog().flush();
  await closeDatabase();
});

/** Next is loaded in this process in development only. */
async function preparePagesHere(): Promise<NextPages> {
  const { prepareNextPages } = await import("#scripts/web/next-pages.ts");
  return prepareNextPages({ dev: true, hostname: HOST, port: PORT }, ({ socket }) => socket.remoteAddress);
}
