import { setTimeout as pause } from "node:timers/promises";
import { isDraining } from "#lib/api/draining.ts";
import { database } from "#lib/db/pool.ts";

const limitMs = 2_000;
const ask = { name: "readiness", text: "SELECT 1" };

/**
 * True when the database answers one `SELECT 1` within 2 s; false when it does not, for whatever reason, and
 * from the beginning of a shutdown on. Never throws.
 * Takes a connection of the process's pool, so a pool that is used up counts as not ready.
 */
export async function isReady(): Promise<boolean> {
  if (isDraining()) return false;
  const answer = database.rows(ask, []).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, pause(limitMs, false, { ref: false })]);
}
