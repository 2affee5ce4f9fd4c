import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDatabase } from "#lib/db/close.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { ensureDatabase } from "#scripts/postgres/databases.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";
import { writeManyPayments } from "./many-payments.ts";

const small = 10_000;
const large = 1_000_000;
const changedEach = 500;
const rounds = 7;
const atMost = 2;

/**
 * Benchmarks `npm run reconcile` without chains: with 10,000 and with 1,000,000 payments in the database, the time of a run that
 * reads everything and the median of runs after 500 payments each have changed, and the ratio of the latter.
 */
export async function benchReconcile(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const server = await startPostgres({ dataDir: path.join(folder, "postgres"), durability: "off" });
  try {
    const databaseUrl = await ensureDatabase(server.url("postgres"), "till");
    await deployMigrations(databaseUrl);
    Object.assign(process.env, { DATABASE_URL: databaseUrl, PUBLIC_URL: "http://till.bench", LOG_LEVEL: "silent" });
    const few = await measure(databaseUrl, "Few", small);
    const many = await measure(databaseUrl, "Many", large - small);
    const ratio = many / few;
    say(`ratio of the runs after changes: ${ratio.toFixed(2)}  ${atMost}${ratio > atMost ? "  MISSED" : ""}`);
    await closeDatabase();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(databaseUrl: string, name: string, count: number): Promise<number> {
  const { partnerId } = await writeManyPayments(databaseUrl, name, count);
  await withConnection(databaseUrl, async (client) => {
    for (const statement of record) await client.query(statement, [partnerId]);
    await client.query("VACUUM ANALYZE");
  });
  const whole = await timed(true);
  say(`${name}, ${count} more payments: everything in ${(whole / 1_000).toFixed(1)} s`);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await withConnection(databaseUrl, async (client) => {
      for (const statement of age) await client.query(statement);
      await client.query(change, [partnerId, changedEach, round]);
    });
    times.push(await timed(false));
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  say(
    `  after ${changedEach} changes: ${times.map((ms) => ms.toFixed(0)).join(", ")} ms, median ${median.toFixed(0)} ms`,
  );
  return median;
}

async function timed(isFull: boolean): Promise<number> {
  const started = performance.now();
  const { differences, isFull: wasFull } = await reconcile({ isFull });
  if (differences.length > 0 || wasFull !== isFull)
    throw new Error("the reconciliation doesn't measure what it should");
  return performance.now() - started;
}

const chain = "split_part(split_part(token_asset, '/', 1), ':', 2)::int";
const token = "split_part(token_asset, ':', 3)";
const transfer = (
  kind: string,
  sender: string,
  recipient: string,
) => `INSERT INTO chain_transfer (payment_id, kind, chain_id,
    token, tx_hash, log_index, block_number, block_hash, sender, recipient, amount, created_at)
  SELECT id, '${kind}', ${chain}, ${token}, tx_hash, hashtext($1) & 65535, tx_nonce, '0x', ${sender}, ${recipient}, token_amount, succeeded_at
  FROM payment WHERE partner_id = $1 AND status = 'succeeded'`;

/** Records what belongs to the succeeded payments; triggers book it. Payments that are in processing have nothing yet. */
const record = [
  transfer("collection", "split_part(buyer_account, ':', 3)", "'0xrouter'"),
  transfer("settlement", "'0xrouter'", "'0xmerchant'"),
  `INSERT INTO payout (payment_id, partner_id, merchant_id, state, asset, destination, treasury, amount, fee, created_at, updated_at)
    SELECT id, partner_id, merchant_id, 'final', token_asset, split_part(token_asset, '/', 1) || ':0xmerchant', '0xrouter',
      token_amount, 0, succeeded_at, succeeded_at FROM payment WHERE partner_id = $1 AND status = 'succeeded'`,
  `INSERT INTO payment_event (payment_id, version, type, data, created_at)
    SELECT id, version, 'settled', '{}', succeeded_at FROM payment
    WHERE partner_id = $1 AND status = 'succeeded' ORDER BY succeeded_at`,
];

/** New events of payments, as of those that changed since the last run. */
const change = `INSERT INTO payment_event (payment_id, version, type, data, created_at)
  SELECT id, version + 1 + $3, 'changed', '{}', now() FROM payment
  WHERE partner_id = $1 AND status = 'succeeded' ORDER BY id OFFSET $3::int * 1000 LIMIT $2`;

/** Makes the last round's changes older than the time from which events are read again. */
const age = [
  "ALTER TABLE payment_event DISABLE TRIGGER payment_event_append_only",
  "UPDATE payment_event SET created_at = created_at - interval '1 day' WHERE type = 'changed'",
  "ALTER TABLE payment_event ENABLE TRIGGER payment_event_append_only",
];

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
