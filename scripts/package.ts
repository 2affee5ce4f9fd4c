import path from "node:path";
import { parseArgs } from "node:util";
import { buildPackage } from "#scripts/package/build-package.ts";
import { runCommand, UsageError } from "#scripts/process/run-command.ts";

const usage = `npm run package             writes what runs in production to .till/package
npm run package -- FOLDER   writes it to FOLDER, which is replaced if it is empty or has a package`;

await runCommand(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new UsageError();
  const folder = path.resolve(positionals[0] ?? ".till/package");
  const size = await buildPackage(folder);
  process.stdout.write(`Packaged into ${folder}: ${Math.round(size / 1e6)} MB.\n`);
  return 0;
});
