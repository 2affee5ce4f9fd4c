import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { BulkPayoutId, MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { BulkPayoutState } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { hasFailedForGood, isPayer } from "#lib/domain/payments/payouts/held/conditions.ts";

/** A request to pay out everything that was held for a merchant in one asset. */
export type BulkPayout = {
  id: BulkPayoutId;
  partnerId: PartnerId;
  merchantId: MerchantId;
  asset: Caip19;
  destination: Caip10;
  state: BulkPayoutState;
  /** Why it stopped; null otherwise. */
  reason: string | null;
  /** The number of payouts when it was requested, and their sum in smallest units of `asset`. */
  payouts: number;
  amount: AtomicAmount;
  /** The number of payouts opened so far. */
  opened: number;
  createdAt: Date;
};

type Row = Omit<BulkPayout, "amount"> & { amount: string };

const toBulkPayout = (row: Row): BulkPayout => ({ ...row, amount: BigInt(row.amount) });
const columns = `id, partner_id AS "partnerId", merchant_id AS "merchantId", asset, destination, state, reason, payouts, amount,
  opened, created_at AS "createdAt"`;

const insert = statement<Row>({
  name: "bulk-payout-insert",
  text: `INSERT INTO bulk_payout (id, partner_id, merchant_id, asset, destination, payouts, amount, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING ${columns}`,
});

export type NewBulkPayout = Omit<BulkPayout, "state" | "reason" | "opened">;

/** Inserts a running bulk payout. A second one for a merchant's asset is a unique violation. */
export async function insertBulkPayout(tx: Queryable, order: NewBulkPayout): Promise<BulkPayout> {
  const { id, partnerId, merchantId, asset, destination, payouts, amount, createdAt } = order;
  const rows = await tx.rows(insert, [id, partnerId, merchantId, asset, destination, payouts, amount, createdAt]);
  return toBulkPayout(rows[0] as Row);
}

const selectRunning = statement<Row>({
  name: "bulk-payout-running",
  text: `SELECT ${columns} FROM bulk_payout WHERE merchant_id = $1 AND asset = $2 AND state = 'running' FOR UPDATE`,
});

/** Locks the running bulk payout of a merchant's asset; null when there is none. */
export async function lockRunning(tx: Queryable, merchantId: MerchantId, asset: Caip19): Promise<BulkPayout | null> {
  const [row] = await tx.rows(selectRunning, [merchantId, asset]);
  return row === undefined ? null : toBulkPayout(row);
}

const selectAllRunning = statement<Row>({
  name: "bulk-payouts-running",
  text: `SELECT ${columns} FROM (
      SELECT *, row_number() OVER (PARTITION BY split_part(asset, '/', 1) ORDER BY updated_at, id) AS place
      FROM bulk_payout WHERE state = 'running' AND split_part(asset, '/', 1) = ANY($2::text[])) b
    WHERE place <= $1 ORDER BY updated_at, id`,
});

/**
 * Lists up to `perChain` running bulk payouts of each of these chains, of all partners, the one whose turn
 * was longest ago first.
 */
export async function listRunning(on: Queryable, chainIds: readonly number[], perChain: number): Promise<BulkPayout[]> {
  const chains = chainIds.map((chainId) => `eip155:${chainId}`);
  return (await on.rows(selectAllRunning, [perChain, chains])).map(toBulkPayout);
}

const selectWaiting = statement<{ waiting: number }>({
  name: "bulk-payout-waiting",
  text: `WITH sending AS (
      SELECT address FROM relayer_wallet WHERE chain_id = $1::int AND is_active AND quarantined_at IS NULL
        AND coalesce(lease_until > now() - interval '1 minute', true))
    SELECT (SELECT count(*) FROM (
        SELECT FROM payout p JOIN sending w ON w.address = p.treasury
        WHERE p.state = 'pending' AND p.waits_for IS NULL AND split_part(p.asset, '/', 1) = 'eip155:' || $1::int LIMIT $2) p)::int
    + (SELECT count(*) FROM (
        SELECT FROM relay_transaction r JOIN sending w ON w.address = r.wallet
        WHERE r.chain_id = $1::int AND r.state = 'queued' LIMIT $2) q)::int AS waiting`,
});

/**
 * Counts what waits to be sent on a chain, buyers' collections included; each of the two kinds up to `most`. Leaves out wallets
 * that send nothing, because they are retired, quarantined or without a worker: their work doesn't wait for a turn.
 */
export async function countWaiting(on: Queryable, chainId: number, most: number): Promise<number> {
  const [row] = await on.rows(selectWaiting, [chainId, most]);
  return row?.waiting ?? 0;
}

const lockOne = statement({
  name: "bulk-payout-lock",
  text: "SELECT FROM bulk_payout WHERE id = $1 AND state = 'running' FOR UPDATE SKIP LOCKED",
});

/** Locks a bulk payout. @returns false when it has ended, or another transaction has locked it. */
export async function lockIfRunning(tx: Queryable, id: BulkPayoutId): Promise<boolean> {
  return (await tx.rows(lockOne, [id])).length > 0;
}

const update = statement({
  name: "bulk-payout-update",
  text: `UPDATE bulk_payout SET state = $2::bulk_payout_state, reason = $3, opened = opened + $4, updated_at = $5 WHERE id = $1`,
});

/** Records a bulk payout's progress or its end, and moves it behind the others of its chain. */
export async function updateBulkPayout(
  tx: Queryable,
  id: BulkPayoutId,
  { state, reason = null, opened = 0 }: { state: BulkPayoutState; reason?: string | null; opened?: number },
  now: Date,
): Promise<void> {
  await tx.rows(update, [id, state, reason, opened, now]);
}

const lockAccount = statement<{ destination: Caip10 }>({
  name: "bulk-payout-destination",
  text: "SELECT destination FROM settlement_destination WHERE merchant_id = $1 AND asset = $2 FOR SHARE",
});

/** Returns a merchant's destination and keeps it from changing until the transaction ends; null while there is none. */
export async function holdDestination(tx: Queryable, merchantId: MerchantId, asset: Caip19): Promise<Caip10 | null> {
  const [row] = await tx.rows(lockAccount, [merchantId, asset]);
  return row?.destination ?? null;
}

const selectUnderWay = statement<{ underWay: number; refusal: string | null }>({
  name: "bulk-payout-under-way",
  text: `SELECT count(*) FILTER (WHERE (state <> 'failed' OR retry_at IS NOT NULL)
        AND waits_for IS DISTINCT FROM 'gas_price')::int AS "underWay",
      max(failure) FILTER (WHERE state = 'failed' AND retry_at IS NULL AND destination = $4 AND updated_at >= $5) AS refusal
    FROM payout WHERE partner_id = $1 AND merchant_id = $2 AND asset = $3 AND state IN ('pending', 'submitted', 'failed')`,
});

/** Counts a merchant's payouts that are under way, and finds why one failed for good since the request. */
export async function findObstacles(
  on: Queryable,
  { partnerId, merchantId, asset, destination, createdAt }: BulkPayout,
): Promise<{ underWay: number; refusal: string | null }> {
  const rows = await on.rows(selectUnderWay, [partnerId, merchantId, asset, destination, createdAt]);
  return rows[0] ?? { underWay: 0, refusal: null };
}

const isOfBulkPayout = `o.merchant_id = $1 AND o.asset = $2 AND EXISTS (SELECT FROM relayer_wallet w WHERE ${isPayer})`;
// The index of held payouts is by merchant and time. One whose refund has failed since the request isn't part of it.
const isHeld = `o.state = 'held' AND o.created_at <= $3 AND o.updated_at <= $3 AND ${isOfBulkPayout}`;
/**
 * Failed before the request: at an earlier destination, or for a reason that may have passed. Its index
 * starts with the partner.
 */
const hasFailed = (partner: "$4" | "$7") =>
  `${hasFailedForGood} AND o.updated_at < $3 AND o.partner_id = ${partner} AND ${isOfBulkPayout}`;

type Opened = { paymentId: PaymentId; attempt: number };
const openBatch = (condition: string, order: string) => `WITH batch AS (
      SELECT o.payment_id FROM payout o WHERE ${condition} ORDER BY ${order} LIMIT $4 FOR UPDATE SKIP LOCKED)
    UPDATE payout p SET state = 'pending', destination = $5, updated_at = $6, failure = NULL,
      attempt = p.attempt + (p.state = 'failed')::int FROM batch
    WHERE p.payment_id = batch.payment_id RETURNING p.payment_id AS "paymentId", p.attempt`;
const openHeld = statement<Opened>({
  name: "bulk-payout-open-held",
  text: openBatch(isHeld, "o.created_at, o.payment_id"),
});
const openFailed = statement<Opened>({
  name: "bulk-payout-open-failed",
  text: openBatch(hasFailed("$7"), "o.updated_at, o.payment_id"),
});

/**
 * Makes up to `limit` payouts of a bulk payout pending, skipping those that another transaction has locked: held ones, the oldest
 * first, then those that had failed for good before it.
 * @returns the payouts that were opened.
 */
export async function openRequested(
  tx: Queryable,
  { partnerId, merchantId, asset, createdAt, destination }: BulkPayout,
  limit: number,
  now: Date,
): Promise<{ paymentId: PaymentId; attempt: number }[]> {
  const values = (most: number) => [merchantId, asset, createdAt, most, destination, now];
  const held = await tx.rows(openHeld, values(limit));
  if (held.length === limit) return held;
  return [...held, ...(await tx.rows(openFailed, [...values(limit - held.length), partnerId]))];
}

const selectLeft = statement<{ isLeft: boolean }>({
  name: "bulk-payout-left",
  text: `SELECT EXISTS (SELECT FROM payout o WHERE ${isHeld})
    OR EXISTS (SELECT FROM payout o WHERE ${hasFailed("$4")}) AS "isLeft"`,
});

/** True while payouts of a bulk payout have not been opened yet, locked or not. */
export async function isAnyLeft(
  on: Queryable,
  { partnerId, merchantId, asset, createdAt }: BulkPayout,
): Promise<boolean> {
  const [row] = await on.rows(selectLeft, [merchantId, asset, createdAt, partnerId]);
  return row?.isLeft ?? false;
}
