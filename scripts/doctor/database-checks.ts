import { stat } from "node:fs/promises";
import { database } from "#lib/db/pool.ts";
import { type Statement, statement } from "#lib/db/statement.ts";
import { alarmChannels } from "#lib/domain/platform/alarms/channels.ts";
import { findLastWorker } from "#lib/domain/platform/alarms/report-missing-worker.ts";
import { listOpenAlarms } from "#lib/domain/platform/alarms/repository.ts";
import { findDatabaseProblems } from "#lib/domain/platform/health/database-health.ts";
import { env } from "#lib/env/env.ts";
import { type Check, type Finding, ok, problem, warning } from "#scripts/doctor/finding.ts";

const oldestServer = 150_000;
const skewMs = 1_000;
const worstSkewMs = 10_000;
const booksHours = 3;
const booksProblemHours = 24;
const backupHours = 26;
const hourMs = 3_600_000;

const one = async <Row extends object>(select: Statement<Row>): Promise<Row | undefined> =>
  (await database.rows(select, []))[0];

type Found = Omit<Finding, "check">;

const selectArchiver = statement<{ mode: string; at: Date | null; failed: Date | null }>({
  name: "doctor-archiver",
  text: `SELECT current_setting('archive_mode') AS mode, last_archived_time AS at, last_failed_time AS failed
    FROM pg_stat_archiver`,
});

/** Empty when Postgres doesn't archive. */
async function checkArchive(): Promise<Found[]> {
  const row = await one(selectArchiver);
  if (row === undefined || row.mode === "off") return [];
  const todo = "See Postgres's log; archive_command must succeed.";
  if (row.failed !== null && row.failed.getTime() > (row.at?.getTime() ?? 0)) {
    return [problem("archiving WAL fails", todo)];
  }
  if (row.at === null) return [problem("no WAL has been archived yet", todo)];
  return [judgeAge("the newest archived WAL", row.at.getTime(), "Set archive_timeout, and check the archive.")];
}

/** Empty without BACKUP_TIMESTAMP_FILE. */
async function checkBackupFile(): Promise<Found[]> {
  const { BACKUP_TIMESTAMP_FILE: file } = env();
  if (file === undefined) return [];
  const todo = "See the log of your backup job; it must touch BACKUP_TIMESTAMP_FILE when it has succeeded.";
  const found = await stat(file).catch(() => null);
  if (found === null) return [problem(`${file} isn't there, so no backup has succeeded`, todo)];
  return [judgeAge(`the newest backup (${file})`, found.mtimeMs, todo)];
}

function judgeAge(what: string, atMs: number, todo: string): Found {
  const hours = (Date.now() - atMs) / hourMs;
  return hours > backupHours
    ? problem(`${what} is ${Math.round(hours)} hours old`, todo)
    : ok(`${what} is ${hours.toFixed(1)} hours old`);
}

const selectVersion = statement<{ version: number }>({
  name: "doctor-version",
  text: "SELECT current_setting('server_version_num')::int AS version",
});
const selectClock = statement<{ now: Date }>({ name: "doctor-clock", text: "SELECT clock_timestamp() AS now" });
const selectCollation = statement<{ name: string; recorded: string | null; actual: string | null }>({
  name: "doctor-collation",
  text: `SELECT quote_ident(datname) AS name, datcollversion AS recorded, pg_database_collation_actual_version(oid) AS actual
    FROM pg_database WHERE datname = current_database()`,
});
const selectBooks = statement<{ at: Date }>({
  name: "doctor-books",
  text: "SELECT checked_at AS at FROM book_checkpoint LIMIT 1",
});

/** Checks of the database and what it knows: schema, clock, worker, books, backups and alarms. */
export const databaseChecks: readonly Check[] = [
  {
    name: "database",
    async run() {
      const problems = await findDatabaseProblems();
      if (problems.length > 0) {
        return problems.map((text) => problem(text, "Start Postgres, or correct DATABASE_URL; then migrate."));
      }
      const row = await one(selectVersion);
      const version = row?.version ?? 0;
      if (version < oldestServer) return [problem(`Postgres ${version}`, "Upgrade to Postgres 15 or newer.")];
      return [ok(`Postgres ${Math.floor(version / 10_000)} answers, has every migration and takes writes`)];
    },
  },
  {
    name: "clock",
    async run() {
      const before = Date.now();
      const row = await one(selectClock);
      const skew = Math.round((row?.now.getTime() ?? 0) - (before + Date.now()) / 2);
      if (Math.abs(skew) > worstSkewMs) {
        return [
          problem(
            `this machine and the database differ by ${skew} ms`,
            "Synchronise both with NTP: prices and signatures have times.",
          ),
        ];
      }
      if (Math.abs(skew) > skewMs)
        return [warning(`the database's clock differs by ${skew} ms`, "Check NTP on both machines.")];
      return [ok(`within ${Math.abs(skew)} ms of the database`)];
    },
  },
  {
    name: "collation",
    async run() {
      const row = await one(selectCollation);
      // Null for a collation without versions, such as C.
      if (row === undefined || row.recorded === row.actual)
        return [ok("text is sorted as when the database was created")];
      const { name, recorded, actual } = row;
      return [
        warning(
          `the database's collation has version ${actual}, and its indexes were built with ${recorded}: they may miss rows and accept duplicates`,
          `Run in psql: REINDEX DATABASE ${name}; ALTER DATABASE ${name} REFRESH COLLATION VERSION;`,
        ),
      ];
    },
  },
  {
    name: "worker",
    async run() {
      const last = await findLastWorker();
      if (last === null) return [problem("no worker has run yet", "Start one: `npm run worker`.")];
      if (last.isMissing) return [problem(`no worker has run for ${last.seconds} s`, "Start one: `npm run worker`.")];
      return [ok("a worker is running")];
    },
  },
  {
    name: "books",
    async run() {
      const row = await one(selectBooks);
      if (row === undefined)
        return [warning("never reconciled", "A worker does it each hour, or run `npm run reconcile`.")];
      const hours = (Date.now() - row.at.getTime()) / hourMs;
      if (hours > booksHours) {
        const text = `last reconciled ${hours.toFixed(1)} hours ago`;
        const todo = "Run `npm run reconcile`, look for the alarm job_failed, and check that a worker runs.";
        return [hours > booksProblemHours ? problem(text, todo) : warning(text, todo)];
      }
      return [ok(`reconciled ${Math.round(hours * 60)} minutes ago`)];
    },
  },
  {
    name: "backups",
    async run() {
      const findings = [...(await checkArchive()), ...(await checkBackupFile())];
      if (findings.length > 0) return findings;
      const todo = "Archive WAL (archive_mode), or have your backup job touch BACKUP_TIMESTAMP_FILE.";
      return [warning("no backup is known", todo)];
    },
  },
  {
    name: "alarms",
    async run() {
      const channels = alarmChannels();
      const delivery =
        channels.length > 0
          ? ok(`delivered by ${channels.join(", ")}`)
          : warning("they are only logged", "Set ALARM_EMAIL, ALARM_WEBHOOK_URL or ALARM_SLACK_URL.");
      const open = (await listOpenAlarms(database)).map(({ kind, subject, level, message, count, firstSeenAt }) => {
        const text = `${kind} (${subject}): ${message}; ${count} times since ${firstSeenAt.toISOString()}`;
        const todo = `See ${kind} in docs/operations.md.`;
        if (level === "info") return ok(text);
        return level === "error" ? problem(text, todo) : warning(text, todo);
      });
      return [delivery, ...(open.length > 0 ? open : [ok("none is open")])];
    },
  },
];
