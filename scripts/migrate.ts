/** Database migrations from the command line: `npm run migrate -- deploy | status | diff NAME | resolve NAME RESULT`. */

import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { migrationStatus } from "#scripts/migrate/migration-status.ts";
import { resolveMigration } from "#scripts/migrate/resolve-migration.ts";
import { writeMigration } from "#scripts/migrate/write-migration.ts";

const USAGE = `npm run migrate -- COMMAND

  deploy                             apply the migrations that the database lacks, and the job queue's
  status                             say what a deploy would apply; exit code 1 unless up to date
  diff NAME                          write the migration that leads to prisma/schema, if it changed
  resolve NAME applied|rolled-back   record what became of a migration that failed

DATABASE_URL names the database. Only diff does without: it then starts a Postgres of its own.`;

async function run(command: string | undefined, name?: string, result?: string): Promise<void> {
  if (command === "deploy") {
    const applied = await deployMigrations(requireDatabaseUrl());
    console.log(applied.length === 0 ? "Up to date." : applied.map((each) => `Applied ${each}`).join("\n"));
  } else if (command === "status") {
    await printStatus();
  } else if (command === "diff" && name !== undefined) {
    const file = await writeMigration(name, databaseUrl());
    console.log(file === null ? "The migrations already lead to the schema." : `Wrote ${file}`);
  } else if (command === "resolve" && name !== undefined && (result === "applied" || result === "rolled-back")) {
    await resolveMigration(requireDatabaseUrl(), name, result);
    console.log(`Recorded ${name} as ${result}.`);
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

function databaseUrl(): string | undefined {
  return process.env.DATABASE_URL || undefined;
}

function requireDatabaseUrl(): string {
  const url = databaseUrl();
  if (url === undefined) {
    throw new Error("DATABASE_URL is not set. Example: postgresql://till:secret@localhost:5432/till");
  }
  return url;
}

const [command, name, result] = process.argv.slice(2);
try {
  await run(command, name, result);
} catch (error) {
  // A refused connection is an AggregateError without a message of its own.
  console.error(error instanceof Error && error.message !== "" ? error.message : error);
  process.exitCode = 1;
}
