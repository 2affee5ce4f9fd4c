import { spawnSync } from "node:child_process";

const aptOptions = ["-o", "Acquire::http::Timeout=30", "-o", "Acquire::Retries=1", "-o", "DPkg::Lock::Timeout=120"];

/** The headless shell needs half the CPU time of the whole browser in our tests; older Debians don't have it. */
const packages = ["chromium-headless-shell", "chromium"];

/**
 * Installs Chromium from Debian's packages where that needs no interaction: with `apt-get`, as root or with passwordless sudo.
 * Takes about a minute and some 300 MB. apt's output goes to stderr.
 * @returns null when it was installed, otherwise the reason as a clause.
 */
export function installChromium(): string | null {
  if (!succeeds("apt-get", ["--version"])) return "there is no apt-get here to install one";
  const prefix = rootPrefix();
  if (prefix === null) return "installing one needs root or sudo without a password";
  const apt = (...args: string[]): boolean => {
    const [command = "", ...rest] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
    return spawnSync(command, [...rest, ...aptOptions], { stdio: ["ignore", 2, 2] }).status === 0;
  };
  const install = (): boolean => packages.some((name) => apt("install", "-y", "--no-install-recommends", name));
  // A fresh machine's package lists may be stale or missing; refresh them only when the installation fails.
  return install() || (apt("update") && install()) ? null : "apt-get could not install a package of Chromium";
}

function rootPrefix(): string[] | null {
  if (process.getuid?.() === 0) return [];
  return succeeds("sudo", ["-n", "true"]) ? ["sudo", "-n"] : null;
}

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}
