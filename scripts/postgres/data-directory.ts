import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { PostgresBinaries } from "#scripts/postgres/binaries.ts";
import { commandAs, type ServerUser } from "#scripts/postgres/server-user.ts";

const PASSWORD_FILE = "till.password";

/** The superuser of every embedded server. */
export const SUPERUSER = "postgres";

/**
 * Creates a database cluster in `dataDir` unless there is one, and returns the superuser's random password, which is
 * stored in the data directory and readable by its owner only.
 *
 * The cluster is created in a staging directory and then renamed, so that an interrupted initdb leaves no partial
 * cluster. UTF-8 with the built-in C.UTF-8 collation sorts the same on every machine, whatever its locales.
 *
 * @throws Error when the directory contains other files, or when initdb fails (the message has its output).
 */
export async function ensureCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: ServerUser | null,
  durable: boolean,
): Promise<string> {
  const files: string[] = await readdir(dataDir).catch(() => []);
  if (files.includes("PG_VERSION")) {
    return readPassword(dataDir);
  }
  if (files.length > 0) {
    throw new Error(`${dataDir} is not empty and contains no Postgres data. Empty it or choose another directory.`);
  }
  const staging = `${dataDir}.new`;
  const password = randomBytes(24).toString("base64url");
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await initialise(staging, password, binaries, user, durable);
  await writeFile(path.join(staging, PASSWORD_FILE), password, { mode: 0o600 });
  await rename(staging, dataDir);
  return password;
}

async function readPassword(dataDir: string): Promise<string> {
  try {
    return await readFile(path.join(dataDir, PASSWORD_FILE), "utf8");
  } catch (cause) {
    throw new Error(
      `${dataDir} was not created by this project or belongs to another user. Choose another directory.`,
      { cause },
    );
  }
}

async function initialise(
  directory: string,
  password: string,
  binaries: PostgresBinaries,
  user: ServerUser | null,
  durable: boolean,
): Promise<void> {
  const passwordFile = `${directory}.password`;
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [`--username=${SUPERUSER}`, "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const args = ["-D", directory, ...locale, ...access, "--no-instructions", ...(durable ? [] : ["--no-sync"])];
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (user !== null) {
      await chown(directory, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    const {
      file,
      args: words,
      ...as
    } = commandAs(user, binaries.initdb, args, [path.dirname(directory), path.dirname(binaries.initdb)]);
    await promisify(execFile)(file, words, { ...as, cwd: "/" });
  } finally {
    await rm(passwordFile, { force: true });
  }
}
