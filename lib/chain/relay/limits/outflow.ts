import { decodeFunctionData, erc20Abi } from "viem";
import { outflowLimits } from "#lib/chain/relay/limits/limits.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { relayKinds } from "#lib/chain/relay/relay-kinds.ts";
import { type RelayQueue, type RelayTransaction, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { delayTransaction } from "#lib/chain/relay/repository.ts";
import { nativeAsset } from "#lib/chain/tokens.ts";
import { type Caip19, toCaip19 } from "#lib/core/caip.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

/** A transaction that is about to get a nonce, and what each unit of its gas may cost, in wei. */
export type Charged = { transaction: RelayTransaction; gasLimit: bigint; maxFeePerGas: bigint };

/** An amount that leaves a wallet, in smallest units of `asset`. */
export type Outflow = { asset: Caip19; amount: bigint };

/** The next try of a transaction beyond a limit: at the latest this long after the operator has allowed more. */
const retryAfterMs = 10_000;

const charge = statement({
  name: "outflow-charge",
  text: `WITH opened AS (
      INSERT INTO outflow (relay_transaction_id, asset, day, amount)
        SELECT n.id, n.asset, (now() AT TIME ZONE 'UTC')::date, n.amount
        FROM unnest($3::bigint[], $4::text[], $5::numeric[]) AS n (id, asset, amount)
      RETURNING asset, day, amount),
    sums AS (SELECT asset, day, sum(amount) AS amount FROM opened GROUP BY asset, day)
    INSERT INTO outflow_day AS o (chain_id, wallet, asset, day, used, daily_limit)
    SELECT $1, $2, s.asset, s.day, s.amount, l.daily_limit
      FROM sums s LEFT JOIN unnest($6::text[], $7::numeric[]) AS l (asset, daily_limit) ON l.asset = s.asset
      WHERE l.daily_limit IS NULL OR s.amount <= l.daily_limit OR EXISTS (SELECT FROM outflow_day d
        WHERE d.chain_id = $1 AND d.wallet = $2 AND d.asset = s.asset AND d.day = s.day)
      ORDER BY s.asset
    ON CONFLICT (chain_id, wallet, asset, day) DO UPDATE SET used = o.used + excluded.used, daily_limit = excluded.daily_limit
      WHERE excluded.daily_limit IS NULL OR o.used + excluded.used <= excluded.daily_limit + o.allowed
    RETURNING asset`,
});

/**
 * Counts the most that transactions of one wallet may take from it towards the limits of the UTC day, all or
 * nothing, until {@link closeOutflows} says what they took. One statement compares and counts, so that
 * concurrent ones can't exceed a limit together.
 * @returns false when one of the assets would exceed its limit: the caller must roll back.
 * @throws Error for a transaction whose outflow of an asset is counted already.
 */
export async function openOutflows(
  tx: Queryable,
  { chainId, wallet }: RelayQueue,
  outflows: readonly (Outflow & { transactionId: bigint })[],
): Promise<boolean> {
  const limits = [...outflowLimits()];
  const rows = await tx.rows(charge, [
    chainId,
    wallet,
    outflows.map(({ transactionId }) => String(transactionId)),
    outflows.map(({ asset }) => asset),
    outflows.map(({ amount }) => String(amount)),
    limits.map(([asset]) => asset),
    limits.map(([, limit]) => String(limit)),
  ]);
  return rows.length === new Set(outflows.map(({ asset }) => asset)).size;
}

const close = statement({
  name: "outflow-close",
  text: `WITH closed AS (
      DELETE FROM outflow f USING unnest($3::bigint[], $4::numeric[], $5::boolean[]) AS e (id, coin, has_moved)
      WHERE f.relay_transaction_id = e.id
      RETURNING f.asset, f.day, f.amount - CASE WHEN f.asset = $6 THEN e.coin WHEN e.has_moved THEN f.amount ELSE 0 END AS unused),
    sums AS (SELECT asset, day, sum(unused) AS unused FROM closed GROUP BY asset, day ORDER BY asset, day)
    UPDATE outflow_day o SET used = o.used - s.unused FROM sums s
    WHERE o.chain_id = $1 AND o.wallet = $2 AND o.asset = s.asset AND o.day = s.day AND s.unused <> 0`,
});

/** The outflow of an ended transaction: wei of native coin with gas, and its tokens or none of them. */
export type Taken = { transactionId: bigint; coin: bigint; hasMoved: boolean };

/** Replaces what ended transactions of one wallet could have taken by what they took; a second call for one changes nothing. */
export async function closeOutflows(
  tx: Queryable,
  { chainId, wallet }: RelayQueue,
  taken: readonly Taken[],
): Promise<void> {
  await tx.rows(close, [
    chainId,
    wallet,
    taken.map(({ transactionId }) => String(transactionId)),
    taken.map(({ coin }) => String(coin)),
    taken.map(({ hasMoved }) => String(hasMoved)),
    nativeAsset(chainId),
  ]);
}

const passOn = statement({
  name: "outflow-pass-on",
  text: "UPDATE outflow SET relay_transaction_id = $2 WHERE relay_transaction_id = $1 AND asset <> $3",
});

/** Leaves the tokens of a displaced transaction counted for the one that replaces it. */
export async function passOnTokens(tx: Queryable, { chainId }: RelayQueue, from: bigint, to: bigint): Promise<void> {
  await tx.rows(passOn, [from, to, nativeAsset(chainId)]);
}

/** Counts what transactions send and what their gas may cost, as {@link openOutflows} does. */
export function chargeOutflows(tx: Queryable, queue: RelayQueue, charged: readonly Charged[]): Promise<boolean> {
  const outflows = charged.flatMap((each) =>
    outflowsOf(each).map((outflow) => ({ transactionId: each.transaction.id, ...outflow })),
  );
  return openOutflows(tx, queue, outflows);
}

const selectToday = statement<{ asset: Caip19; used: string; allowed: string }>({
  name: "outflow-today",
  text: `SELECT asset, used, allowed FROM outflow_day
    WHERE chain_id = $1 AND wallet = $2 AND day = (now() AT TIME ZONE 'UTC')::date`,
});

/** Reads what may still leave a wallet today, by asset; an asset without a limit is missing. */
export async function readAllowances(on: Queryable, { chainId, wallet }: RelayQueue): Promise<Map<Caip19, bigint>> {
  const left = new Map(outflowLimits());
  if (left.size === 0) return left;
  const rows = await on.rows(selectToday, [chainId, wallet]);
  for (const { asset, used, allowed } of rows) {
    const limit = left.get(asset);
    if (limit !== undefined) left.set(asset, limit + BigInt(allowed) - BigInt(used));
  }
  return left;
}

/** Lists those that fit into what may still leave the wallet today, in order: one that doesn't fit holds up no smaller one. */
export async function listWithinLimits<T extends Charged>(
  on: Queryable,
  queue: RelayQueue,
  charged: readonly T[],
): Promise<T[]> {
  const left = await readAllowances(on, queue);
  return charged.filter((each) => takeFrom(left, outflowsOf(each)));
}

/** Subtracts outflows from what is left, unless one exceeds it. @returns whether they fit. */
export function takeFrom(left: Map<Caip19, bigint>, outflows: readonly Outflow[]): boolean {
  const isWithin = outflows.every(({ asset, amount }) => amount <= (left.get(asset) ?? amount));
  if (isWithin) {
    for (const { asset, amount } of outflows) {
      const before = left.get(asset);
      if (before !== undefined) left.set(asset, before - amount);
    }
  }
  return isWithin;
}

/**
 * Delays transactions beyond a limit and raises the alarm. They are tried again until they fit, or until the
 * operator allows more.
 */
export async function reportLimited(queue: RelayQueue, limited: readonly Charged[]): Promise<void> {
  for (const { transaction } of limited) await delayTransaction(database, transaction.id, retryAfterMs, null);
  const [first] = limited;
  if (first !== undefined) raiseLimitAlarm(queue, describePurpose(first.transaction.purpose), outflowsOf(first));
}

/** Raises the alarm that an outflow waits for the operator or for the next day. */
export function raiseLimitAlarm(queue: RelayQueue, first: string, outflows: readonly Outflow[]): void {
  const assets = outflows.map(({ asset, amount }) => `${amount} of ${asset}`);
  const message =
    "an outflow limit is reached; what exceeds it waits for npm run relayer -- allow, or for the next UTC day";
  raiseAlarm("outflow_limit", relayQueueKey(queue), { ...queue, first, assets }, message);
}

/**
 * Gas and native coin; a movement's tokens. A payout's tokens were counted when it was queued, and a router's
 * were never here.
 */
function outflowsOf({ transaction, gasLimit, maxFeePerGas }: Charged): Outflow[] {
  const { chainId, purpose, target, calldata, value } = transaction;
  const coin = { asset: nativeAsset(chainId), amount: gasLimit * maxFeePerGas + value };
  if (relayKinds[purpose.kind].transferCounts !== "with its nonce" || calldata === "0x") return [coin];
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: calldata });
  if (functionName !== "transfer") throw new Error(`${describePurpose(purpose)} isn't a transfer`);
  return [coin, { asset: toCaip19({ chainId, address: target }), amount: args[1] }];
}
