import type pg from "pg";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { checkToken } from "./check-token.ts";
import type { FaultChain, Installation } from "./installation.ts";
import { type Purchase, tokens } from "./shop.ts";
import { readTokenFacts, type TokenFacts } from "./token-facts.ts";

/** Checks the invariants at the end of a run. @returns one sentence for each violation. */
export async function findViolations(
  installation: Installation,
  purchases: readonly Purchase[],
  database: pg.Client,
): Promise<string[]> {
  const facts = await readAllFacts(installation);
  const violations = [
    ...purchases.flatMap(checkOutcome),
    ...facts.flatMap((ofToken) => checkToken(ofToken, purchases)),
    ...(await checkRecords(installation, database)),
  ];
  // While money is under way the books can't be compared further.
  return violations.length > 0 ? violations : checkBooks();
}

/** Reads what the chains say about each token of a run. */
export function readAllFacts({ chains }: Installation): Promise<TokenFacts[]> {
  return Promise.all(
    Object.values(tokens).map((token) =>
      readTokenFacts(chains.find(({ chainId }) => chainId === token.chainId) as FaultChain, token),
    ),
  );
}

/** Compares ledger, payments and the chains' balances, to the unit, as `npm run reconcile` compares them. */
export async function checkBooks(): Promise<string[]> {
  const inText = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
  return (await reconcile()).differences.map((difference) => `the books differ: ${JSON.stringify(difference, inText)}`);
}

/** Finds transactions that a node received before they were persisted. */
async function checkSent({ chains }: Installation, database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ key: string; at: Date }>(
    "SELECT chain_id || ' ' || hash AS key, created_at AS at FROM relay_submission",
  );
  const persisted = new Map(rows.map(({ key, at }) => [key, at.getTime()]));
  const sent = chains.flatMap(({ chainId, node }) =>
    [...node.sent].map(([hash, atMs]) => ({ key: `${chainId} ${hash}`, atMs })),
  );
  const early = sent.filter(({ key, atMs }) => (persisted.get(key) ?? Number.POSITIVE_INFINITY) > atMs).length;
  return early === 0 ? [] : [`${early} transactions were sent before they were persisted`];
}

/** Finds final transactions that are no longer in the block in which they became final. */
export async function checkFinality({ chains }: Installation, database: pg.Client): Promise<string[]> {
  const counts = await Promise.all(
    chains.map(async ({ chainId, client }) => {
      const { rows } = await database.query<{ number: string; hash: string; n: number }>(
        `SELECT block_number AS number, block_hash AS hash, count(*)::int AS n FROM relay_transaction
         WHERE chain_id = $1 AND state IN ('final', 'cancelled') GROUP BY 1, 2`,
        [chainId],
      );
      let gone = 0;
      for (const { number, hash, n } of rows) {
        const block = await client.getBlock({ blockNumber: BigInt(number) });
        if (block.hash !== hash) gone += n;
      }
      return gone;
    }),
  );
  const gone = counts.reduce((sum, count) => sum + count, 0);
  return gone === 0 ? [] : [`${gone} transactions were final in a block that is gone`];
}

const outcomes: Readonly<Record<Purchase["plan"]["behaviour"], readonly (string | null)[]>> = {
  pays: ["succeeded"],
  transfers: ["succeeded"],
  "transfers in parts": ["succeeded"],
  insists: ["succeeded"],
  empties: ["succeeded", "failed"],
  "is cancelled": ["succeeded", "cancelled"],
  "burns the nonce": ["succeeded", "failed", "cancelled"],
  "hides the money": ["succeeded", "failed", "cancelled"],
  "sends garbage": ["cancelled"],
  "sends garbage, then pays": ["succeeded"],
  "pays dust": ["refused", "cancelled"],
  "invents an approval": ["failed"],
  "tells the gas price": ["failed", "cancelled"],
  "changes its answer": ["succeeded", "failed", "cancelled"],
  "burns gas": ["succeeded", "failed", "cancelled"],
};

/** A buyer who does nothing wrong pays; a hostile buyer doesn't unless the collection was faster than the attack. */
export function checkOutcome({ paymentId, plan, status }: Purchase): string[] {
  return outcomes[plan.behaviour].includes(status) ? [] : [`${paymentId} (${plan.behaviour}, ${plan.by}) is ${status}`];
}

/** The public event that each event of a payment's history has, written down again. */
const told = `(VALUES ('confirmed', 'payment.processing'), ('deposited', 'payment.processing'), ('collected', 'payment.succeeded'),
  ('recovered', 'payment.succeeded'), ('collection_failed', 'payment.failed'), ('declined', 'payment.failed'),
  ('cancelled', 'payment.cancelled'), ('expired', 'payment.expired'), ('settled', 'payout.sent'),
  ('settlement_failed', 'payout.failed'), ('refund_requested', 'refund.requested'), ('refund_marked', 'refund.marked'),
  ('refund_succeeded', 'refund.succeeded'), ('refund_cancelled', 'refund.cancelled'),
  ('refund_expired', 'refund.expired'), ('deposit_underpaid', 'deposit.underpaid'), ('deposit_overpaid', 'deposit.overpaid'),
  ('deposit_late', 'deposit.late'), ('deposit_repeated', 'deposit.repeated'), ('deposit_other_token', 'deposit.other_token'),
  ('deposit_other_chain', 'deposit.other_chain'), ('deposit_declined', 'deposit.declined')) AS t (type, public)`;

const open = {
  "payments are under way": "SELECT count(*)::int AS n FROM payment WHERE status = 'processing'",
  "payments are not final": "SELECT count(*)::int AS n FROM payment WHERE status = 'requires_action'",
  // Each buyer transfers what was asked, once.
  "transfers are exceptions": "SELECT count(*)::int AS n FROM deposit_exception",
  "relay transactions are stuck":
    "SELECT count(*)::int AS n FROM relay_transaction WHERE state IN ('queued', 'reserved', 'signed', 'broadcast', 'mined')",
  // Only the relay has the wallet's key here.
  "relay transactions lost their nonce to another of ours":
    "SELECT count(*)::int AS n FROM relay_transaction WHERE state = 'displaced'",
  "payouts are open": "SELECT count(*)::int AS n FROM payout WHERE state IN ('pending', 'submitted')",
  "successes have no transfer of their own": `SELECT count(*)::int AS n FROM payment p WHERE status = 'succeeded'
    AND NOT EXISTS (SELECT FROM chain_transfer t WHERE t.payment_id = p.id AND t.kind = 'collection' AND t.tx_hash = p.tx_hash)`,
  "payments were settled by a transaction of their own, with a destination": `SELECT count(*)::int AS n FROM payment p
    JOIN payment_attempt a ON a.payment_id = p.id AND a.state = 'final' JOIN payment_option o ON o.id = a.option_id
    WHERE p.status = 'succeeded' AND NOT o.is_held AND p.settlement_tx_hash IS DISTINCT FROM p.tx_hash`,
  "payments are settled without success": `SELECT count(*)::int AS n FROM payment p JOIN payout o ON o.payment_id = p.id
    WHERE p.status <> 'succeeded'`,
  "public events of payments are missing or twice": `WITH expected AS (
      SELECT id, 0 AS version, 'payment.created' AS type FROM payment
      UNION ALL SELECT h.payment_id, h.version, t.public FROM payment_event h JOIN ${told} ON t.type = h.type
      UNION ALL SELECT payment_id, version, 'refund.marked' FROM payment_event WHERE type = 'refunded' AND data ? 'refundId'
      UNION ALL SELECT payment_id, version, 'refund.failed' FROM payment_event
        WHERE type = 'refund_failed' AND data->>'isFinal' = 'true'),
    found AS (SELECT payment_id, payment_version, type FROM event WHERE payment_id IS NOT NULL AND type <> 'payout.held')
    SELECT count(*)::int AS n FROM (
      (TABLE expected EXCEPT ALL TABLE found) UNION ALL (TABLE found EXCEPT ALL TABLE expected)) AS difference`,
  "held payouts have no public event": `SELECT count(*)::int AS n FROM payout o WHERE o.state = 'held'
    AND (SELECT count(*) FROM event e WHERE e.payment_id = o.payment_id AND e.type = 'payout.held') <> 1`,
} as const;
type RecordKind = keyof typeof open;

/**
 * Checks our own records at the end: rows that are not in a final state, transactions sent before they were persisted,
 * and what they call final.
 */
export async function checkRecords(installation: Installation, database: pg.Client): Promise<string[]> {
  return [
    ...(await checkDatabase(database)),
    ...(await checkSent(installation, database)),
    ...(await checkFinality(installation, database)),
  ];
}

/** Counts the rows that must not be left at the end of a run; of all kinds unless some are named. */
export async function checkDatabase(
  database: pg.Client,
  kinds: readonly RecordKind[] = Object.keys(open) as RecordKind[],
): Promise<string[]> {
  const violations: string[] = [];
  for (const what of kinds) {
    const text = open[what];
    const { rows } = await database.query<{ n: number }>(text);
    if (rows[0]?.n !== 0) violations.push(`${rows[0]?.n} ${what}`);
  }
  return violations;
}
