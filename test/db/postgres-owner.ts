/** A process to be killed: starts a server on the data directory it is given, writes something down, and says so. */

import { withConnection } from "#scripts/postgres/connection.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";

const [dataDir = ""] = process.argv.slice(2);
const server = await startPostgres({ dataDir });
await withConnection(server.url("postgres"), (client) => client.query("CREATE TABLE note AS SELECT 'kept' AS text"));
console.log("ready");
