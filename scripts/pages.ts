import "#scripts/process/production-default.ts";
import { createServer } from "node:http";
import { closeDatabase } from "#lib/db/close.ts";
import { setOwnWork } from "#lib/db/work.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { screening } from "#lib/domain/payments/screening/configured-screening.ts";
import { env } from "#lib/env/env.ts";
import { startAlarmLoop } from "#lib/jobs/alarms/alarm-loop.ts";
import { startMetrics } from "#scripts/process/metrics.ts";
import { onStopSignal } from "#scripts/process/stop-signal.ts";
import { lifePath } from "#scripts/web/life-path.ts";
import { prepareNextPages } from "#scripts/web/next-pages.ts";
import { peerHeader } from "#scripts/web/peer-header.ts";

// The pages' process: Next, on a Unix socket that only the web process knows (scripts/server.ts), which sends
// each request's peer.
const [socketPath] = process.argv.slice(2);
if (socketPath === undefined) throw new Error("the first argument must be the path of a socket");
setOwnWork("gateway");
await screening().load();
rateSource();
const metrics = startMetrics({ offset: 1 });
const { HOST, PORT } = env();
const pages = await prepareNextPages({ dev: false, hostname: HOST, port: PORT }, ({ headers }) => {
  const peer = headers[peerHeader];
  delete headers[peerHeader];
  return typeof peer === "string" ? peer : undefined;
});
const alarmLoop = startAlarmLoop({ sendsWithoutDatabase: false });
// The web process limits how long requests take. It keeps connections, so that none is closed while a request is on its way.
const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
  if (request.method === "GET" && request.url === lifePath) response.end();
  else void pages.answer(request, response).catch(() => response.destroy());
});
server.listen(socketPath, () => process.send?.("ready"));

onStopSignal(async () => {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  await closed;
  await pages.close();
  await alarmLoop.stop();
  await metrics.stop();
  await closeDatabase();
});
