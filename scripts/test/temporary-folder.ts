import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const inMemory = "/dev/shm";
const neededBytes = 6 * 2 ** 30;

/**
 * Gives the suites a folder of their own for temporary files (TMPDIR), and deletes it when this process
 * exits. It is in memory where there is plenty: a test database is a thousand files, and creating and
 * deleting them on a disk takes most of a second.
 */
export function openTemporaryFolder(): void {
  const folder = mkdtempSync(path.join(isUsable(inMemory) ? inMemory : tmpdir(), "till-tests-"));
  // The test databases run as another user when this process is root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** Tells whether a folder has room, in a machine with memory for it, and allows programs in it to run. */
function isUsable(folder: string): boolean {
  if (process.env.TMPDIR !== undefined || process.availableMemory() < 2 * neededBytes) return false;
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const [, , , options = "noexec"] = mountOf(folder);
    return bavail * bsize >= neededBytes && !options.split(",").includes("noexec");
  } catch {
    return false;
  }
}

/** Returns the fields of a mount point: device, folder, type and options. @throws Error outside Linux. */
function mountOf(folder: string): string[] {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  return mounts.map((line) => line.split(" ")).findLast(([, at]) => at === folder) ?? [];
}
