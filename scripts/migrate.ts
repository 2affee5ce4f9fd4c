/** Database migrations from the command line: `npm run migrate -- deploy | status | diff NAME | resolve NAME RESULT`. */

import { parseArgs } from "node:util";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { migrationStatus } from "#scripts/migrate/migration-status.ts";
import { resolveMigration } from "#scripts/migrate/resolve-migration.ts";
import { writeMigration } from "#scripts/migrate/write-migration.ts";
import { runCommand, UsageError } from "#scripts/process/run-command.ts";

const usage = `npm run migrate -- deploy      applies pending migrations, including those of the job queue
npm run migrate -- status      lists pending and failed migrations; exits with 1 unless all are applied
npm run migrate -- diff NAME   writes a migration for the changes in prisma/schema
npm run migrate -- resolve NAME applied|rolled-back
                               records the outcome of a failed migration
DATABASE_DIRECT_URL or, without it, DATABASE_URL selects the database. Without both, diff starts a temporary Postgres; the other
commands need one.`;

/** The number of arguments of each command. */
const takes: Readonly<Record<string, number>> = { deploy: 0, status: 0, diff: 1, resolve: 2 };

await runCommand(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, name = "", result = ""] = positionals;
  if (command === undefined || positionals.length - 1 !== takes[command]) throw new UsageError();
  if (command === "deploy") {
    const applied = await deployMigrations(requireDatabaseUrl(), undefined, console.error);
    console.log(applied.length === 0 ? "Up to date." : applied.map((each) => `Applied ${each}`).join("\n"));
  } else if (command === "status") {
    return printStatus();
  } else if (command === "diff") {
    const file = await writeMigration(name, databaseUrl());
    console.log(file === null ? "No changes: the migrations match prisma/schema." : `Wrote ${file}`);
  } else if (result === "applied" || result === "rolled-back") {
    await resolveMigration(requireDatabaseUrl(), name, result);
    console.log(`Marked ${name} as ${result}.`);
  } else {
    throw new UsageError();
  }
  return 0;
});

/** Prints the migrations by state, and returns the exit code: 1 unless all are applied. */
async function printStatus(): Promise<number> {
  const lines = Object.entries(await migrationStatus(requireDatabaseUrl())).flatMap(([state, names]) =>
    names.map((each) => `${state.padEnd(8)} ${each}`),
  );
  console.log(lines.length === 0 ? "Up to date." : lines.join("\n"));
  return lines.length === 0 ? 0 : 1;
}

/** The direct URL: migrations need a session of their own, which a pooler doesn't give. */
function databaseUrl(): string | undefined {
  return process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || undefined;
}

function requireDatabaseUrl(): string {
  const url = databaseUrl();
  if (url === undefined) {
    throw new Error(
      "DATABASE_URL is not set. Set it to your database, for example postgresql://till:secret@localhost:5432/till",
    );
  }
  return url;
}
