/** Database migrations from the command line: `npm run migrate -- deploy | status | diff NAME | resolve NAME RESULT`. */

import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { migrationStatus } from "#scripts/migrate/migration-status.ts";
import { resolveMigration } from "#scripts/migrate/resolve-migration.ts";
import { writeMigration } from "#scripts/migrate/write-migration.ts";
import { describeError } from "#scripts/process/describe-error.ts";

const USAGE = `npm run migrate -- COMMAND

  deploy                             apply pending migrations, including those of the job queue
  status                             list pending and failed migrations; exit code 1 unless up to date
  diff NAME                          write a migration for the changes in prisma/schema
  resolve NAME applied|rolled-back   record the outcome of a failed migration

DATABASE_DIRECT_URL or, without it, DATABASE_URL selects the database. Without both, diff starts a temporary Postgres; the other
commands need one.`;

async function run(command: string | undefined, name?: string, result?: string): Promise<void> {
  if (command === "deploy") {
    const applied = await deployMigrations(requireDatabaseUrl(), undefined, console.error);
    console.log(applied.length === 0 ? "Up to date." : applied.map((each) => `Applied ${each}`).join("\n"));
  } else if (command === "status") {
    await printStatus();
  } else if (command === "diff" && name !== undefined) {
    const file = await writeMigration(name, databaseUrl());
    console.log(file === null ? "No changes: the migrations match prisma/schema." : `Wrote ${file}`);
  } else if (command === "resolve" && name !== undefined && (result === "applied" || result === "rolled-back")) {
    await resolveMigration(requireDatabaseUrl(), name, result);
    console.log(`Marked ${name} as ${result}.`);
  } else {
    console.error(USAGE);
    process.exitCode = 1;
  }
}

async function printStatus(): Promise<void> {
  const lines = Object.entries(await migrationStatus(requireDatabaseUrl())).flatMap(([state, names]) =>
    names.map((each) => `${state.padEnd(8)} ${each}`),
  );
  console.log(lines.length === 0 ? "Up to date." : lines.join("\n"));
  process.exitCode = lines.length === 0 ? 0 : 1;
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

const [command, name, result] = process.argv.slice(2);
try {
  await run(command, name, result);
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
