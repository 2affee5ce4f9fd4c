import { spawnSync } from "node:child_process";

/**
 * Installs a package of Debian unless its command runs, which takes root.
 * @param command what the package brings; its own name by default.
 * @throws Error that names the package, when it can't be installed.
 */
export function installPackage(name: string, command = name): void {
  if (spawnSync(command, ["--version"]).status === 0) return;
  const args = ["install", "-yq", "--no-install-recommends", name];
  if (spawnSync("apt-get", args, { stdio: "inherit" }).status !== 0)
    throw new Error(`install Debian's package ${name}`);
}
