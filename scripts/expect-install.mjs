import { existsSync } from "node:fs";
import path from "node:path";

// Preloaded by npm scripts (`node --import`): says in one line why they can't run. It is plain JavaScript,
// because without the install scripts the machine's own Node runs it, which may be too old for TypeScript.
const root = path.resolve(import.meta.dirname, "..");
const missing = (file) => !existsSync(path.join(root, file));
// The package `node` puts its binary there, and our own install script generates the database's client and
// the SDK's types.
const written = ["node_modules/node/bin/node", "lib/db/generated/client.ts", "sdk/src/api-types.ts"];

if (missing("node_modules/node")) stop("The packages aren't installed. Run `npm ci` first.");
if (written.some(missing)) {
  stop(
    "The install scripts haven't run: npm's setting ignore-scripts is on. Run `npm ci --ignore-scripts=false` first.",
  );
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
