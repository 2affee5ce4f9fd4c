/** A process for a test to kill: starts a server on the given data directory, writes a row, and reports it. */

import { withConnection } from "#scripts/postgres/connection.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";

const [dataDir = ""] = process.argv.slice(2);
const server = await startPostgres({ dataDir });
await withConnection(server.url("postgres"), (client) => client.query("CREATE TABLE note AS SELECT 'kept' AS text"));
console.log("ready");
