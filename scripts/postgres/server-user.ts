import { execFileSync, spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import path from "node:path";

/** Postgres refuses to run as root, so a root process lends it this user. */
export type ServerUser = { readonly uid: number; readonly gid: number };

/** A command line together with the user that it has to be spawned as. */
export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
};

/**
 * Chooses the user that the server of `dataDir` runs as: `null` (ourselves) unless we are root; the owner of an existing
 * data directory, because Postgres insists on that; else `postgres` where the system has one; else `nobody`, so that
 * no user has to be added to the system.
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
      "Postgres does not run as root, and this system has neither a user postgres nor nobody to run it as.",
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
 * The command that runs `file` as `user`.
 *
 * A home directory of root is closed to every other user (mode 700), and with it the project inside. So where `user`
 * cannot enter the directories of `reach`, it gets the one capability that lets it through; `no_setuid_fixup` keeps that
 * capability in access(2), which initdb asks whether its own programs are executable.
 *
 * @throws Error with advice when `user` cannot enter the directories and `setpriv` (util-linux) is missing.
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
    throw new Error(`Postgres does not run as root, and user ${user.uid} cannot enter ${places}. Move the project to a \
directory that others may enter, for example below /srv, or run it as an ordinary user.`);
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
