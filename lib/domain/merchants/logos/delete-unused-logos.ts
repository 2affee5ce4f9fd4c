import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** Pages and wallets that were loaded before a logo was replaced may still show it. */
const keptMs = 7 * 24 * 3_600_000;
const perBatch = 200;

const isUnused = `NOT EXISTS (SELECT FROM merchant m WHERE m.logo_hash = l.sha256)
  AND NOT EXISTS (SELECT FROM app a WHERE a.logo_hash = l.sha256)`;

const mark = statement({
  name: "logos-mark-unused",
  text: `UPDATE logo l SET unused_since = $1 WHERE unused_since IS NULL AND ${isUnused}`,
});

// A transaction that uses the logo again locks its row (storeLogo): the condition is checked once more after that lock.
const remove = statement({
  name: "logos-delete-unused",
  text: `DELETE FROM logo l WHERE unused_since < $1 AND ${isUnused}
    AND sha256 IN (SELECT sha256 FROM logo WHERE unused_since < $1 ORDER BY unused_since LIMIT $2) RETURNING sha256`,
});

/** Deletes the logos that no merchant and no app has used for a week. Reads the table once; safe to run concurrently. */
export async function deleteUnusedLogos(): Promise<void> {
  const now = clock.now();
  await database.rows(mark, [now]);
  const before = new Date(now.getTime() - keptMs);
  while ((await database.rows(remove, [before, perBatch])).length === perBatch);
}
