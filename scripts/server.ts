import { createServer } from "node:http";
import next from "next";
import { isDraining, startDraining } from "#lib/api/draining.ts";
import { answerNode } from "#lib/api/mount-node.ts";
import { refuseUnreadable } from "#lib/api/refuse-unreadable.ts";
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
const app = next({ dev, hostname: HOST, port: PORT });
await app.prepare();
const handlePage = app.getRequestHandler();
const handleUpgrade = app.getUpgradeHandler();
const table = createRouteTable(allRoutes);

const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
  const url = request.url ?? "/";
  // While draining, answer with "Connection: close" so that keep-alive clients don't delay shutdown.
  if (isDraining()) response.setHeader("connection", "close");
  const isApi = url.startsWith("/v1") && (url.length === 3 || url[3] === "/" || url[3] === "?");
  const answered = isApi
    ? answerNode(table, request, response)
    : withPeer(request.socket.remoteAddress, () => handlePage(request, response));
  answered.catch((error: unknown) => {
    log().error({ err: error }, "a request could not be answered");
    response.destroy();
  });
});
server.on("upgrade", handleUpgrade);
server.on("clientError", refuseUnreadable);

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
