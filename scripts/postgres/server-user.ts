import { execFileSync, spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import path from "node:path";

/** The user to run Postgres as when this process is root, because Postgres refuses to run as root. */
export type ServerUser = { readonly uid: number; readonly gid: number };

/** A command line and the user to spawn it as. */
export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
};

/**
 * Chooses the user to run the server of `dataDir` as: `null` for the current user unless it is root; otherwise the owner
 * of an existing data directory, which Postgres requires, or else the system's user `postgres` or the unprivileged one,
 * so that no user has to be created.
 *
 * @throws Error when this process is root and the system has neither user.
 */
export async function chooseServerUser(dataDir: string): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) {
    return null;
  }
  const owner = await stat(path.join(dataDir, "PG_VERSION")).catch(() => null);
  if (owner !== null && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid };
  }
  const user = findSystemUser("postgres") ?? findSystemUser("nobody");
  if (user === null) {
    throw new Error(
      "Postgres doesn't run as root, and this system has no unprivileged user for it. Create a user named postgres.",
    );
  }
  return user;
}

function findSystemUser(name: string): ServerUser | null {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}

/**
 * Builds the command that runs `file` as `user`.
 *
 * Root's home directory, and a project inside it, is closed to other users (mode 700). When `user` can't enter the
 * directories in `reach`, it gets the capability dac_override; `no_setuid_fixup` makes it apply to access(2) too, with
 * which initdb checks that its binaries are executable.
 *
 * @throws Error with advice when `user` can't enter the directories and `setpriv` (util-linux) isn't installed.
 */
export function commandAs(user: ServerUser | null, file: string, args: string[], reach: readonly string[]): Command {
  if (user === null) {
    return { file, args };
  }
  if (canEnter(user, reach)) {
    return { file, args, ...user };
  }
  if (spawnSync("setpriv", ["--version"], { stdio: "ignore" }).status !== 0) {
    const places = reach.join(" and ");
    throw new Error(`Postgres doesn't run as root, and user ${user.uid} can't enter ${places}. Move the project to a \
directory that other users can enter, such as /srv, or run it as a regular user.`);
  }
  const asUser = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--securebits=+no_setuid_fixup"];
  const withCapability = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
  return { file: "setpriv", args: [...asUser, ...withCapability, "--", file, ...args] };
}

function canEnter(user: ServerUser, directories: readonly string[]): boolean {
  const script = 'for directory in "$@"; do cd -- "$directory" || exit 1; done';
  const probe = spawnSync("/bin/sh", ["-c", script, "sh", ...directories], { ...user, cwd: "/", stdio: "ignore" });
  return probe.status === 0;
}
