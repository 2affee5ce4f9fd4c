import path from "node:path";
import { buildPackage } from "#scripts/package/build-package.ts";

// Writes what runs in production to a folder: `npm run package`, or `npm run package -- FOLDER`.
const folder = path.resolve(process.argv[2] ?? ".till/package");
const size = await buildPackage(folder);
process.stdout.write(`Packaged into ${folder}: ${Math.round(size / 1e6)} MB.\n`);
