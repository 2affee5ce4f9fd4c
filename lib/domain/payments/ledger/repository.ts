import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { AssetTotals } from "#lib/domain/payments/ledger/difference.ts";

const sumTreasuries = {
  name: "ledger-sum-treasuries",
  text: `SELECT account, asset, sum(amount) AS amount FROM (
      SELECT debit AS account, asset, amount, block_number FROM ledger_entry
      WHERE kind IN ('collected', 'held', 'fee_sent') AND debit LIKE 'treasury:%'
      UNION ALL SELECT credit, asset, -amount, block_number FROM ledger_entry
      WHERE kind = 'settled' AND credit LIKE 'treasury:%'
    ) AS entry JOIN unnest($1::integer[], $2::bigint[]) AS head (chain_id, number)
      ON head.chain_id = split_part(account, ':', 2)::integer AND entry.block_number <= head.number
    GROUP BY account, asset`,
};

/** The key of a wallet and a token in {@link sumTreasuriesAt} and {@link sumUnderWay}. */
export function holdingKey(chainId: number, wallet: string, asset: string): string {
  return `treasury:${chainId}:${wallet} ${asset}`;
}

/** Sums the booked tokens of each treasury up to a block of each chain. */
export async function sumTreasuriesAt(
  on: Queryable,
  heads: readonly { chainId: number; blockNumber: bigint }[],
): Promise<Map<string, bigint>> {
  type Row = { account: string; asset: string; amount: string };
  const values = [heads.map(({ chainId }) => chainId), heads.map(({ blockNumber }) => String(blockNumber))];
  const rows = await on.rows<Row>(sumTreasuries, values);
  return new Map(rows.map(({ account, asset, amount }) => [`${account} ${asset}`, BigInt(amount)]));
}

const selectUnderWay = {
  name: "ledger-under-way",
  text: `SELECT 'out' AS direction, 'treasury:' || split_part(split_part(asset, '/', 1), ':', 2) || ':' || treasury AS account,
      asset, sum(amount) AS amount
    FROM payout o WHERE o.state = 'submitted' AND EXISTS (
      SELECT FROM relay_transaction r
      WHERE r.payment_id = o.payment_id AND r.payout_attempt = o.attempt
        AND r.state IN ('reserved', 'signed', 'broadcast', 'mined'))
    GROUP BY account, asset
    UNION ALL
    SELECT 'in', 'treasury:' || o.chain_id || ':' || part.wallet AS account, 'eip155:' || o.chain_id || '/erc20:' || o.token,
      sum(part.amount)
    FROM payment_attempt a JOIN payment_option o ON o.id = a.option_id
    CROSS JOIN LATERAL (VALUES (o.fee_recipient, o.fee), (o.recipient, CASE WHEN o.is_held THEN o.amount - o.fee END))
      AS part (wallet, amount)
    WHERE a.state NOT IN ('final', 'rejected') AND part.amount > 0 GROUP BY o.chain_id, part.wallet, o.token`,
};

/** Sums the amounts that unfinished transactions may have moved already, unbooked, out of each treasury and into it. */
export async function sumUnderWay(on: Queryable): Promise<Record<"out" | "in", Map<string, bigint>>> {
  type Row = { direction: "out" | "in"; account: string; asset: string; amount: string };
  const sums = { out: new Map<string, bigint>(), in: new Map<string, bigint>() };
  for (const { direction, account, asset, amount } of await on.rows<Row>(selectUnderWay, [])) {
    sums[direction].set(`${account} ${asset}`, BigInt(amount));
  }
  return sums;
}

const sumTotals = {
  name: "ledger-totals",
  text: `SELECT asset, sum(amount) FILTER (WHERE class = 'treasury') AS treasury,
      -sum(amount) FILTER (WHERE class = 'merchant') AS merchants, -sum(amount) FILTER (WHERE class = 'fees') AS fees,
      -sum(amount) FILTER (WHERE class = 'buyers') AS buyers, sum(amount) FILTER (WHERE class = 'gas') AS gas
    FROM (
      SELECT asset, split_part(debit, ':', 1) AS class, amount FROM ledger_entry
      UNION ALL SELECT asset, split_part(credit, ':', 1), -amount FROM ledger_entry
    ) AS side GROUP BY asset ORDER BY asset`,
};

/** Sums the books by asset, over all wallets, merchants and partners. */
export async function sumByAsset(on: Queryable): Promise<AssetTotals[]> {
  type Sums = "treasury" | "merchants" | "fees" | "buyers" | "gas";
  const rows = await on.rows<{ asset: string } & Record<Sums, string | null>>(sumTotals, []);
  return rows.map(({ asset, ...sums }) => {
    const sum = (name: Sums) => BigInt(sums[name] ?? 0);
    return {
      asset,
      treasury: sum("treasury"),
      owedToMerchants: sum("merchants"),
      fees: sum("fees"),
      owedToBuyers: sum("buyers"),
      gas: sum("gas"),
    };
  });
}

/** Parses a {@link holdingKey}. */
export function parseHoldingKey(key: string): { chainId: number; wallet: Address; asset: Caip19 } {
  const [account = "", asset = ""] = key.split(" ");
  const [, chainId, wallet] = account.split(":");
  return { chainId: Number(chainId), wallet: wallet as Address, asset: asset as Caip19 };
}
