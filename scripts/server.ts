import { createServer } from "node:http";
import next from "next";
import { createWebServer } from "#lib/api/create-web-server.ts";
import { startDraining } from "#lib/api/draining.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { screening } from "#lib/domain/payments/screening/configured-screening.ts";
import { statusWatch } from "#lib/domain/payments/status/status-watch.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { withPeer } from "#lib/edge/client-address.ts";
import { requireEnv } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";
import { onStopSignal } from "#scripts/process/stop-signal.ts";

// The web process: serves `/v1` from the route table and everything else from Next, on one port (DESIGN, "Custom server").
const { HOST, PORT } = requireEnv(["DATA_ENCRYPTION_KEY", "AUTH_SECRET"]);
await screening()
  .load()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
rateSource();
const dev = process.argv.includes("--dev");
// Next listens for upgrades on the server that it is given, and leaves those that it doesn't know open for ever.
const app = next({ dev, hostname: HOST, port: PORT, httpServer: createServer() });
await app.prepare();
const handlePage = app.getRequestHandler();
const server = createWebServer(createRouteTable(allRoutes), {
  answer: (request, response) => withPeer(request.socket.remoteAddress, () => handlePage(request, response)),
  upgrade: dev ? app.getUpgradeHandler() : null,
});

server.listen(PORT, HOST, () => {
  log().info({ host: HOST, port: PORT }, "the server is listening");
  process.send?.("ready");
});
server.on("error", (error) => {
  log().fatal({ err: error }, "the server can't listen");
  process.exit(1);
});

onStopSignal(async () => {
  startDraining();
  statusWatch().close();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  await app.close();
  await requestLog().flush();
  await closeDatabase();
});
