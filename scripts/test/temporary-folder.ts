import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const inMemory = "/dev/shm";
const neededBytes = 6 * 2 ** 30;

/**
 * Returns the folder for the suites' temporary files. It is in memory where there is plenty: a test database is a thousand files, and
 * creating and deleting them on a disk takes a second.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR !== undefined || process.availableMemory() < 2 * neededBytes) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= neededBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
