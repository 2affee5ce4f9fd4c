import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { AssetTotals, Head, MerchantTotals } from "#lib/domain/payments/ledger/difference.ts";

// Every entry on both of its sides: the sums up to the checkpoint at the entry $1, the entries since, and those that belong to
// no payment. From the entry 0 on, the sums aren't used.
const sides = `SELECT account, asset, amount, NULL::bigint AS block_number FROM book_balance WHERE $1::bigint > 0
      UNION ALL
      SELECT side.account, e.asset, side.amount, e.block_number FROM ledger_entry e
        CROSS JOIN LATERAL (VALUES (e.debit, e.amount), (e.credit, -e.amount)) AS side (account, amount)
      WHERE e.id > $1::bigint
      UNION ALL
      SELECT side.account, e.asset, side.amount, e.block_number FROM wallet_entry e
        CROSS JOIN LATERAL (VALUES (e.debit, e.amount), (e.credit, -e.amount)) AS side (account, amount)`;

const sumHoldings = statement<{ account: string; asset: string; amount: string }>({
  name: "ledger-sum-holdings",
  text: `SELECT account, asset, sum(amount) AS amount FROM (${sides}) AS side
    JOIN unnest($2::integer[], $3::bigint[]) AS head (chain_id, number)
      ON account LIKE 'treasury:' || head.chain_id || ':%' OR account LIKE 'router:' || head.chain_id || ':%'
    WHERE block_number IS NULL OR block_number <= head.number
    GROUP BY account, asset HAVING sum(amount) <> 0`,
});

/** The key of a wallet and an asset in the sums of holdings. */
export function holdingKey(chainId: number, wallet: string, asset: string): string {
  return `treasury:${chainId}:${wallet} ${asset}`;
}

/** The key of a payment router and an asset in the sums of holdings. */
export function routerKey(chainId: number, router: string, asset: string): string {
  return `router:${chainId}:${router} ${asset}`;
}

/** Parses a {@link holdingKey} or a {@link routerKey}. */
export function parseHoldingKey(key: string): { chainId: number; wallet: Address; asset: Caip19 } {
  const [account = "", asset = ""] = key.split(" ");
  const [, chainId, wallet] = account.split(":");
  return { chainId: Number(chainId), wallet: wallet as Address, asset: asset as Caip19 };
}

/**
 * Sums what is booked for each of our addresses up to a block of each chain.
 * @param afterEntry the checkpoint's entry, whose sums are used; 0 reads the whole ledger.
 */
export async function sumHoldingsAt(
  on: Queryable,
  heads: readonly Head[],
  afterEntry = 0n,
): Promise<Map<string, bigint>> {
  const values = [afterEntry, heads.map(({ chainId }) => chainId), heads.map(({ blockNumber }) => String(blockNumber))];
  const rows = await on.rows(sumHoldings, values);
  return new Map(rows.map(({ account, asset, amount }) => [`${account} ${asset}`, BigInt(amount)]));
}

type Sums =
  | "treasury"
  | "merchants"
  | "fees"
  | "buyers"
  | "gas"
  | "surplus"
  | "received"
  | "missing"
  | "loss"
  | "operator";
const sumTotals = statement<{ asset: string } & Record<Sums, string | null>>({
  name: "ledger-totals",
  text: `SELECT asset, sum(amount) FILTER (WHERE class IN ('treasury', 'router')) AS treasury,
      -sum(amount) FILTER (WHERE class = 'merchant') AS merchants, -sum(amount) FILTER (WHERE class = 'fees') AS fees,
      -sum(amount) FILTER (WHERE class = 'buyers') AS buyers, sum(amount) FILTER (WHERE class = 'gas') AS gas,
      -sum(amount) FILTER (WHERE class = 'surplus') AS surplus,
      -sum(amount) FILTER (WHERE account = 'suspense:received') AS received,
      sum(amount) FILTER (WHERE account = 'suspense:missing') AS missing,
      sum(amount) FILTER (WHERE class = 'loss') AS loss, sum(amount) FILTER (WHERE class = 'operator') AS operator
    FROM (SELECT account, asset, amount, split_part(account, ':', 1) AS class FROM (${sides}) AS side) AS classed
    GROUP BY asset ORDER BY asset`,
});

/**
 * Sums the books by asset, over all wallets, merchants and partners.
 * @param afterEntry the checkpoint's entry, whose sums are used; 0 reads the whole ledger.
 */
export async function sumByAsset(on: Queryable, afterEntry = 0n): Promise<AssetTotals[]> {
  const rows = await on.rows(sumTotals, [afterEntry]);
  return rows.map(({ asset, ...sums }) => {
    const sum = (name: Sums) => BigInt(sums[name] ?? 0);
    return {
      asset,
      treasury: sum("treasury"),
      owedToMerchants: sum("merchants"),
      fees: sum("fees"),
      owedToBuyers: sum("buyers"),
      gas: sum("gas"),
      surplus: sum("surplus"),
      received: sum("received"),
      missing: sum("missing"),
      lost: sum("loss"),
      toOperator: sum("operator"),
    };
  });
}

const sumMerchants = statement<{ merchant: string; asset: string; amount: string }>({
  name: "ledger-merchants",
  text: `SELECT substr(account, 10) AS merchant, asset, -sum(amount) AS amount FROM (${sides}) AS side
    WHERE account LIKE 'merchant:%' GROUP BY account, asset HAVING sum(amount) <> 0
    ORDER BY asset, -sum(amount) DESC, account LIMIT $2`,
});

/**
 * Lists the merchants that are owed money in each asset, the largest debts first.
 * @param afterEntry the checkpoint's entry, whose sums are used; 0 reads the whole ledger.
 */
export async function sumByMerchant(on: Queryable, afterEntry: bigint, limit: number): Promise<MerchantTotals[]> {
  const rows = await on.rows(sumMerchants, [afterEntry, limit]);
  return rows.map(({ merchant: merchantId, asset, amount }) => ({ merchantId, asset, owed: BigInt(amount) }));
}

/** A decision of the operator about money of our wallets, with the facts that it is about, amounts in smallest units. */
export type OperatorDecision = {
  at: Date;
  actorName: string;
  /** `stray_transfer.` and the finding, `movement.ordered`, `books.corrected` or `unknown_transaction.explained`. */
  action: string;
  /** The id of the transfer, movement or entry; `<chain id>:<wallet>:<nonce>` of an unknown transaction. */
  subjectId: string;
  reason: string;
  facts: Readonly<Record<string, string>>;
};

const selectNewest = statement<OperatorDecision>({
  name: "operator-decisions",
  text: `SELECT at, actor_name AS "actorName", action, subject_id AS "subjectId", reason, facts FROM operator_audit_entry
    ORDER BY id DESC LIMIT $1`,
});

/** Lists the operator's decisions, the newest first. Of no partner: only the operator may see them. */
export function listOperatorDecisions(on: Queryable, limit: number): Promise<OperatorDecision[]> {
  return on.rows(selectNewest, [limit]);
}
