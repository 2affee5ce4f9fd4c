import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { endDraining, startDraining } from "#lib/api/draining.ts";
import { type WebLimits, webLimits } from "#lib/api/web-limits.ts";
import { statusWatch } from "#lib/domain/payments/status/status-watch.ts";

/**
 * Drains a server and closes it: it serves requests as usual for `servedForMs`, then accepts no connection
 * any more and answers the requests that are open. Connections that are still open at the end are closed:
 * Node checks no time limit of a server that is being closed, so one client with half of a request, or that
 * doesn't read its answer, would hold the process until it is killed.
 */
export async function drain(
  server: Server,
  { servedForMs }: { servedForMs: number },
  { refusedAfterMs, closedAfterMs }: Pick<WebLimits, "refusedAfterMs" | "closedAfterMs"> = webLimits,
): Promise<void> {
  startDraining();
  setTimeout(endDraining, refusedAfterMs).unref();
  const overdue = setTimeout(() => server.closeAllConnections(), closedAfterMs);
  await pause(servedForMs);
  statusWatch().close();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(overdue);
}
