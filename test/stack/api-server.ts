import { createWebServer } from "#lib/api/create-web-server.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { env } from "#lib/env/env.ts";

// The API without the pages in a separate process, for tests that kill it.
const pages = { answer: () => Promise.reject(new Error("there are no pages here")), upgrade: null };
const server = createWebServer(createRouteTable(allRoutes), pages);
server.listen(env().PORT, "127.0.0.1", () => process.send?.("ready"));
