import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { withDatabase } from "./bench-product.ts";
import { watchCpu } from "./cpu-time.ts";
import { writeHistories, writeManyPayments } from "./many-payments.ts";
import { setting } from "./setting.ts";
import { printTable, ratios, say, spread, verdict } from "./table.ts";

const small = setting("PAYMENTS_FEW", 10_000, 2_000);
const large = setting("PAYMENTS_MANY", 1_000_000, 10_000);
const changedEach = setting("CHANGED", 500, 50);
const rounds = setting("ROUNDS", 7, 2);
const atMost = 2;

/**
 * Benchmarks `npm run reconcile` without chains: with 10,000 and with 1,000,000 payments in the database, the
 * time of a run that reads everything and the median of runs after 500 payments each have changed, and the
 * ratio of the latter.
 */
export async function benchReconcile(): Promise<void> {
  await withDatabase("off", async ({ url, pid }) => {
    const endCpu = await watchCpu({ Postgres: pid });
    const few = await measure(url, "Few", small);
    const many = await measure(url, "Many", large - small);
    const cores = await endCpu();
    const title = `Reconciliation after ${changedEach} changed payments, median of ${rounds} (lowest–highest)`;
    const printRow = printTable(title, [
      "Payments in the database",
      "ms",
      `÷ ${small} payments`,
      "target",
      "everything, once, ms",
    ]);
    printRow(small, spread(few.times), "1", "", few.whole.toFixed(0));
    const ratio = ratios(many.times, few.times);
    printRow(large, spread(many.times), spread(ratio), verdict(ratio, { atMost }), many.whole.toFixed(0));
    for (const [name, used] of Object.entries(cores))
      printRow(`cores in use on average: ${name}`, spread([used]), "", "", "");
  });
}

async function measure(url: string, name: string, count: number): Promise<{ whole: number; times: number[] }> {
  say(`Inserting ${count} payments with their books`);
  const { partnerId } = await writeManyPayments(url, name, count);
  await writeHistories(url, partnerId);
  await withConnection(url, async (client) => {
    for (const statement of record) await client.query(statement, [partnerId]);
    await client.query("VACUUM ANALYZE");
  });
  const whole = await timed(true);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await withConnection(url, async (client) => {
      for (const statement of age) await client.query(statement);
      await client.query(change, [partnerId, changedEach, round]);
    });
    times.push(await timed(false));
  }
  return { whole, times };
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

/**
 * Records what belongs to the succeeded payments; triggers book it. Payments that are in processing have
 * nothing yet.
 */
const record = [
  transfer("collection", "split_part(buyer_account, ':', 3)", "'0xrouter'"),
  transfer("settlement", "'0xrouter'", "'0xmerchant'"),
  `INSERT INTO payout (payment_id, partner_id, merchant_id, state, asset, destination, treasury, amount, fee, created_at, updated_at)
    SELECT id, partner_id, merchant_id, 'final', token_asset, split_part(token_asset, '/', 1) || ':0xmerchant', '0xrouter',
      token_amount, 0, succeeded_at, succeeded_at FROM payment WHERE partner_id = $1 AND status = 'succeeded'`,
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
