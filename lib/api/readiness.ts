import { setTimeout as pause } from "node:timers/promises";
import { isDraining } from "#lib/api/draining.ts";
import { database } from "#lib/db/pool.ts";

const limitMs = 2_000;
const ask = { name: "readiness", text: "SELECT 1" };

/**
 * True if the database answers `SELECT 1` within 2 s and the process isn't shutting down. Uses the process's pool, so an
 * exhausted pool counts as not ready. Never throws.
 */
export async function isReady(): Promise<boolean> {
  if (isDraining()) return false;
  const answer = database.rows(ask, []).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, pause(limitMs, false, { ref: false })]);
}
