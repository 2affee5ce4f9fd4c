import type pg from "pg";
import { erc20Abi } from "#lib/chain/contracts.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import type { FaultChain, Installation } from "./installation.ts";
import { type PaidPayment, tokens } from "./shop.ts";

/** Checks the invariants at the end of a run. @returns one sentence for each violation. */
export async function findViolations(
  installation: Installation,
  payments: readonly PaidPayment[],
  database: pg.Client,
): Promise<string[]> {
  const onChain = await Promise.all(Object.values(tokens).map((token) => checkToken(installation, token, payments)));
  const violations = [
    ...payments.flatMap(checkStatus),
    ...onChain.flat(),
    ...(await checkRecords(installation, database)),
  ];
  // While money is under way the books can't be compared further.
  return violations.length > 0 ? violations : checkBooks();
}

/** Ledger, payments and the chains' balances, to the unit, as `npm run reconcile` compares them. */
async function checkBooks(): Promise<string[]> {
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
async function checkFinality({ chains }: Installation, database: pg.Client): Promise<string[]> {
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

const outcomes: Readonly<Record<PaidPayment["plan"]["behaviour"], readonly string[]>> = {
  pays: ["succeeded"],
  insists: ["succeeded"],
  empties: ["succeeded", "failed"],
  "is cancelled": ["succeeded", "cancelled"],
};

function checkStatus({ paymentId, plan, status }: PaidPayment): string[] {
  return outcomes[plan.behaviour].includes(status) ? [] : [`${paymentId} (${plan.behaviour}, ${plan.by}) is ${status}`];
}

/** Compares a token contract's transfers and balances with the expected ones. */
async function checkToken({ chains }: Installation, token: Token, payments: readonly PaidPayment[]): Promise<string[]> {
  const { relayer, merchant } = devAccounts();
  const { client } = chains.find(({ chainId }) => chainId === token.chainId) as FaultChain;
  const read = { address: token.address, abi: erc20Abi } as const;
  const logs = await client.getContractEvents({ ...read, eventName: "Transfer", fromBlock: 0n, strict: true });
  const moved = (from: string, to: string) =>
    logs.filter(
      ({ args }) => args.from.toLowerCase() === from.toLowerCase() && args.to.toLowerCase() === to.toLowerCase(),
    );
  const ours = payments.filter((payment) => payment.token === token);
  const violations = ours.flatMap(({ paymentId, buyer, price, status, plan }) => {
    const collected = moved(buyer, relayer.address).map(({ args }) => args.value);
    const expected = status === "succeeded" ? [price] : [];
    if (collected.join() === expected.join()) return [];
    return [
      `${paymentId} (${plan.behaviour}) is ${status} and ${collected.length} times collected: ${collected.join(", ")}`,
    ];
  });
  const settled = moved(relayer.address, merchant.address).map(({ args }) => args.value);
  const due = ours
    .filter(({ status, plan }) => status === "succeeded" && plan.isSettled)
    .map(({ price }) => netOf(price, token));
  violations.push(...differences(settled, due, token.symbol));
  const collected = ours.filter(({ status }) => status === "succeeded").reduce((sum, { price }) => sum + price, 0n);
  const paidOut = settled.reduce((sum, value) => sum + value, 0n);
  const balance = await client.readContract({ ...read, functionName: "balanceOf", args: [relayer.address] });
  if (balance !== collected - paidOut) {
    violations.push(
      `the treasury has ${balance} ${token.symbol} of chain ${token.chainId}, not ${collected - paidOut}`,
    );
  }
  return violations;
}

/** The test partner's fee: 10 cents and 0.4 %, rounded up. */
function netOf(price: bigint, { decimals }: Token): bigint {
  const fixed = 10n * 10n ** BigInt(decimals - 2);
  return price - fixed - (price * 4_000n + 999_999n) / 1_000_000n;
}

function differences(settled: readonly bigint[], due: readonly bigint[], symbol: string): string[] {
  const wanted = new Set(due);
  const seen = new Set<bigint>();
  const violations = settled.flatMap((value) => {
    const isSecond = seen.has(value);
    seen.add(value);
    if (isSecond) return [`${value} ${symbol} were settled twice`];
    return wanted.has(value) ? [] : [`${value} ${symbol} were paid out without a debt`];
  });
  return [
    ...violations,
    ...due.filter((value) => !seen.has(value)).map((value) => `${value} ${symbol} were not settled`),
  ];
}

const open = {
  "payments are not final": "SELECT count(*)::int AS n FROM payment WHERE status IN ('requires_action', 'processing')",
  "relay transactions are stuck":
    "SELECT count(*)::int AS n FROM relay_transaction WHERE state IN ('queued', 'reserved', 'signed', 'broadcast', 'mined')",
  // Only the relay has the wallet's key here.
  "relay transactions lost their nonce to another of ours":
    "SELECT count(*)::int AS n FROM relay_transaction WHERE state = 'displaced'",
  "payouts are open": "SELECT count(*)::int AS n FROM payout WHERE state IN ('pending', 'submitted')",
  "successes have no transfer of their own": `SELECT count(*)::int AS n FROM payment p WHERE status = 'succeeded'
    AND NOT EXISTS (SELECT FROM chain_transfer t WHERE t.payment_id = p.id AND t.kind = 'collection' AND t.tx_hash = p.tx_hash)`,
  "payments are settled without success": `SELECT count(*)::int AS n FROM payment p JOIN payout o ON o.payment_id = p.id
    WHERE p.status <> 'succeeded'`,
};

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

async function checkDatabase(database: pg.Client): Promise<string[]> {
  const violations: string[] = [];
  for (const [what, text] of Object.entries(open)) {
    const { rows } = await database.query<{ n: number }>(text);
    if (rows[0]?.n !== 0) violations.push(`${rows[0]?.n} ${what}`);
  }
  return violations;
}
