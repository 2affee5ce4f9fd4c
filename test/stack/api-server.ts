import { createServer } from "node:http";
import { answerNode } from "#lib/api/mount-node.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { env } from "#lib/env/env.ts";

// The API without the pages in a separate process, for tests that kill it.
const table = createRouteTable(allRoutes);
const server = createServer((request, response) => void answerNode(table, request, response));
server.listen(env().PORT, "127.0.0.1", () => process.send?.("ready"));
