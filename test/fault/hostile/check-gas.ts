import type pg from "pg";
import { gasCostOf } from "#lib/chain/relay/fees/fees.ts";
import type { Installation } from "../installation.ts";
import type { HostileBehaviour } from "../plan.ts";
import type { Purchase } from "../shop.ts";
import { isHostile } from "./plan-hostile.ts";

/** Attacks that are seen through before anything is sent. */
const free: ReadonlySet<string> = new Set<HostileBehaviour>([
  "sends garbage",
  "pays dust",
  "invents an approval",
  "tells the gas price",
]);

/** The transactions that were mined for a hostile buyer's payment that did not succeed, and what they cost in wei. */
type Wasted = { behaviour: string; count: number; wei: bigint };

/** Reads what attacks have cost the relayer, by payment. */
export async function readWasted(purchases: readonly Purchase[], database: pg.Client): Promise<Wasted[]> {
  const failed = purchases.filter(({ plan, status }) => isHostile(plan) && status !== "succeeded");
  const behaviours = new Map(failed.map(({ paymentId, plan }) => [paymentId, plan.behaviour]));
  const { rows } = await database.query<{ id: string; count: number; wei: string }>(
    `SELECT a.payment_id AS id, count(*)::int AS count, coalesce(sum(r.gas_cost), 0)::text AS wei
     FROM relay_transaction r JOIN payment_attempt a ON a.id = r.attempt_id
     WHERE a.payment_id = ANY($1) AND r.mined_hash IS NOT NULL GROUP BY 1`,
    [[...behaviours.keys()].filter((id) => id !== null)],
  );
  return rows.map(({ id, count, wei }) => ({ behaviour: String(behaviours.get(id)), count, wei: BigInt(wei) }));
}

/** Checks that attacks cost what the budgets allow, and nothing where they can be seen through. */
export async function checkGas(
  installation: Installation,
  purchases: readonly Purchase[],
  database: pg.Client,
): Promise<string[]> {
  const wasted = (await readWasted(purchases, database)).filter(({ behaviour }) => free.has(behaviour));
  return [
    ...wasted.map(({ behaviour, count, wei }) => `a buyer who ${behaviour} cost ${count} transactions and ${wei} wei`),
    ...(await checkCharges(database)),
    ...(await checkBudgets(installation, database)),
    ...(await checkReceipts(installation, database)),
  ];
}

const wrongCharges = {
  "transactions have a cost and no charge of the same amount": `SELECT count(*)::int AS n FROM relay_transaction r
    LEFT JOIN gas_charge g ON g.relay_transaction_id = r.id
    WHERE r.gas_cost IS NOT NULL AND r.kind <> 'noop' AND g.wei IS DISTINCT FROM r.gas_cost`,
  "charges are of no transaction, and not released":
    "SELECT count(*)::int AS n FROM gas_charge WHERE relay_transaction_id IS NULL AND state <> 'released'",
  "partners' days don't add up to their charges": `SELECT count(*)::int AS n FROM (
    SELECT partner_id, day, chain_id, sum(wei) AS wei FROM (
      SELECT partner_id, day, chain_id, wei FROM gas_charge
      UNION ALL SELECT partner_id, day, chain_id, -wei FROM gas_delta
      UNION ALL SELECT partner_id, day, chain_id, -wei FROM gas_day WHERE app_id = '') parts
    GROUP BY 1, 2, 3 HAVING sum(wei) <> 0) different`,
} as const;

async function checkCharges(database: pg.Client): Promise<string[]> {
  const violations: string[] = [];
  for (const [what, text] of Object.entries(wrongCharges)) {
    const { rows } = await database.query<{ n: number }>(text);
    if (rows[0]?.n !== 0) violations.push(`${rows[0]?.n} ${what}`);
  }
  return violations;
}

/** Every partner and buyer has spent at most its budget of the day, at the coins' configured prices. */
async function checkBudgets({ env, chains }: Installation, database: pg.Client): Promise<string[]> {
  const prices = chains.map(({ chainId }) => Number(env[`NATIVE_PRICE_USD_${chainId}`]));
  const { rows } = await database.query<{ who: string; usd: number; budget: number }>(
    `WITH spent AS (SELECT g.*, wei * p.price / 1e18 AS usd FROM gas_charge g
       JOIN unnest($1::int[], $2::numeric[]) AS p (chain_id, price) USING (chain_id))
     SELECT 'partner ' || partner_id AS who, sum(usd)::float AS usd, $3::float AS budget FROM spent
       GROUP BY partner_id, day HAVING sum(usd) > $3
     UNION ALL
     SELECT 'buyer ' || buyer, sum(usd)::float, $4::float FROM spent WHERE buyer <> ''
       GROUP BY partner_id, buyer, day HAVING sum(usd) > $4`,
    [chains.map(({ chainId }) => chainId), prices, env.GAS_BUDGET_USD, env.GAS_BUDGET_PER_BUYER_USD],
  );
  return rows.map(({ who, usd, budget }) => `${who} spent gas for ${usd.toFixed(4)} dollars of ${budget}`);
}

/** The recorded cost of each transaction that didn't collect anything is that of its receipt. */
async function checkReceipts({ chains }: Installation, database: pg.Client): Promise<string[]> {
  const violations: string[] = [];
  for (const { chainId, client } of chains) {
    const { rows } = await database.query<{ hash: `0x${string}`; cost: string }>(
      `SELECT r.mined_hash AS hash, r.gas_cost::text AS cost FROM relay_transaction r
       JOIN payment_attempt a ON a.id = r.attempt_id AND a.state = 'rejected'
       WHERE r.chain_id = $1 AND r.gas_cost IS NOT NULL`,
      [chainId],
    );
    for (const { hash, cost } of rows) {
      const receipt = await client.getTransactionReceipt({ hash });
      if (gasCostOf(receipt) !== BigInt(cost)) violations.push(`${hash} cost ${gasCostOf(receipt)} wei, not ${cost}`);
    }
  }
  return violations;
}
