import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";

const POLL_MS = 100;
const STALE_LOCK_MS = 5 * 60_000;

/**
 * Reads `file` as JSON of `schema`, or creates it with `build` when it is missing or invalid. Of several callers, in this
 * process or others, one builds and the others wait. The lock only saves work: if two callers build anyway, each puts a
 * complete file in place.
 * @throws what `build` throws; the next caller then tries again.
 */
export async function buildOnce<T>(file: string, schema: z.ZodType<T>, build: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  await mkdir(path.dirname(file), { recursive: true });
  for (;;) {
    const cached = await readCached(file, schema);
    if (cached !== null) return cached;
    if (await acquire(lock)) break;
    await pause(POLL_MS);
  }
  try {
    // Another process may have finished between the check and the lock.
    const cached = await readCached(file, schema);
    if (cached !== null) return cached;
    const built = await build();
    await writeWhole(file, JSON.stringify(built));
    return built;
  } finally {
    await rm(lock, { force: true });
  }
}

async function readCached<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** Creates the lock as a hard link, which appears with the pid already in it; a new file could be read while empty. */
async function acquire(lock: string): Promise<boolean> {
  const claim = `${lock}.${process.pid}.${crypto.randomUUID()}`;
  await writeFile(claim, String(process.pid));
  try {
    await link(claim, lock);
    return true;
  } catch {
    if (await isStale(lock)) await rm(lock, { force: true });
    return false;
  } finally {
    await rm(claim, { force: true });
  }
}

/** A lock is stale when its process has exited or it is too old: a restarted container reuses pids. */
async function isStale(lock: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(lock);
    process.kill(Number(await readFile(lock, "utf8")), 0);
    return Date.now() - mtimeMs > STALE_LOCK_MS;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
