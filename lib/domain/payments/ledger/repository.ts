import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { AssetTotals, LedgerKind, PaymentFault } from "#lib/domain/payments/ledger/difference.ts";

export type TreasuryWallet = { chainId: number; wallet: Address; nextNonce: bigint };

const selectWallets = {
  name: "ledger-wallets",
  text: "SELECT chain_id, address, next_nonce FROM relayer_wallet ORDER BY chain_id, address",
};

/** Every wallet that ever collected, in use or not, with the nonce that its next transaction takes. */
export async function listTreasuryWallets(on: Queryable): Promise<TreasuryWallet[]> {
  type Row = { chain_id: number; address: Address; next_nonce: string };
  const rows = await on.rows<Row>(selectWallets, []);
  return rows.map((row) => ({ chainId: row.chain_id, wallet: row.address, nextNonce: BigInt(row.next_nonce) }));
}

// What should be booked, out of the tables that say what happened, beside what is: each row of one once with its row of
// the other.
const selectMisbooked = {
  name: "ledger-misbooked",
  text: `WITH expected AS (
      SELECT t.payment_id, CASE t.kind WHEN 'collection' THEN 'collected' ELSE 'settled' END::ledger_kind AS kind,
        'eip155:' || t.chain_id || '/erc20:' || t.token AS asset, t.amount, t.tx_hash, t.block_number,
        CASE t.kind WHEN 'collection' THEN 'treasury:' || t.chain_id || ':' || t.recipient
          ELSE 'merchant:' || p.merchant_id END AS debit,
        CASE t.kind WHEN 'collection' THEN 'buyers' ELSE 'treasury:' || t.chain_id || ':' || t.sender END AS credit
      FROM chain_transfer t JOIN payment p ON p.id = t.payment_id
      UNION ALL
      SELECT payment_id, 'owed', asset, amount, NULL, NULL, 'buyers', 'merchant:' || merchant_id FROM payout
      UNION ALL
      SELECT payment_id, 'fee', asset, fee, NULL, NULL, 'buyers', 'fees:' || partner_id FROM payout WHERE fee > 0
    ), booked AS (
      SELECT payment_id, kind, asset, amount, tx_hash, block_number, debit, credit FROM ledger_entry WHERE kind <> 'gas'
    )
    SELECT payment_id AS subject, kind, coalesce(e.asset, b.asset) AS asset, e.amount AS expected, b.amount AS booked
    FROM expected e FULL JOIN booked b USING (payment_id, kind)
    WHERE (e.asset, e.amount, e.tx_hash, e.block_number, e.debit, e.credit)
      IS DISTINCT FROM (b.asset, b.amount, b.tx_hash, b.block_number, b.debit, b.credit)
    ORDER BY payment_id, kind LIMIT $1`,
};

const selectMisbookedGas = {
  name: "ledger-misbooked-gas",
  text: `WITH spent AS (
      SELECT id, gas_cost, mined_hash, block_number, 'treasury:' || chain_id || ':' || wallet AS credit,
        'eip155:' || chain_id || '/native' AS asset FROM relay_transaction WHERE gas_cost > 0
    ), booked AS (
      SELECT relay_transaction_id AS id, amount, tx_hash, block_number, credit, asset FROM ledger_entry WHERE kind = 'gas'
    )
    SELECT 'relay:' || id AS subject, 'gas' AS kind, coalesce(s.asset, b.asset) AS asset, s.gas_cost AS expected,
      b.amount AS booked
    FROM spent s FULL JOIN booked b USING (id)
    WHERE (s.gas_cost, s.mined_hash, s.block_number, s.credit, s.asset)
      IS DISTINCT FROM (b.amount, b.tx_hash, b.block_number, b.credit, b.asset)
    ORDER BY id LIMIT $1`,
};

export type Misbooked = {
  subject: string;
  entry: LedgerKind;
  asset: string;
  /** Null where nothing happened. */
  expected: bigint | null;
  /** Null where nothing is booked. */
  booked: bigint | null;
};

/** Entries that are missing, or have no cause, or say something else than it; at most `limit` of payments, and of gas. */
export async function listMisbooked(on: Queryable, limit: number): Promise<Misbooked[]> {
  type Row = { subject: string; kind: LedgerKind; asset: string; expected: string | null; booked: string | null };
  const amount = (text: string | null) => (text === null ? null : BigInt(text));
  const payments = await on.rows<Row>(selectMisbooked, [limit]);
  const gas = await on.rows<Row>(selectMisbookedGas, [limit]);
  return [...payments, ...gas].map(({ subject, kind, asset, expected, booked }) => {
    return { subject, entry: kind, asset, expected: amount(expected), booked: amount(booked) };
  });
}

// A succeeded payment that no event has ever changed was written as it is, such as the demo's past ones: it has no history
// that anything could fit.
const selectUnfit = {
  name: "ledger-unfit-payments",
  text: `SELECT id, fault FROM (
      SELECT p.id, CASE
        WHEN p.status <> 'succeeded' AND (o.payment_id IS NOT NULL OR s.id IS NOT NULL) THEN 'owes_without_success'
        WHEN p.status <> 'succeeded' AND c.amount >= p.token_amount THEN 'collected_without_success'
        WHEN p.status <> 'succeeded' OR p.version = 0 THEN NULL
        WHEN c.id IS NULL THEN 'succeeded_without_collection'
        WHEN c.amount < p.token_amount THEN 'collected_less'
        WHEN c.tx_hash <> p.tx_hash THEN 'collected_by_another_transaction'
        WHEN o.payment_id IS NULL THEN 'owes_nothing'
        WHEN (o.amount + o.fee, o.fee, o.asset) IS DISTINCT FROM (p.token_amount, p.token_fee, p.token_asset)
          THEN 'owes_another_amount'
        WHEN (o.state = 'final') <> (p.settlement_tx_hash IS NOT NULL) THEN 'settled_on_one_side_only'
        WHEN o.state = 'final' AND s.tx_hash IS DISTINCT FROM p.settlement_tx_hash THEN 'settled_by_another_transaction'
        WHEN o.state = 'final' AND s.amount < o.amount THEN 'settled_less'
        WHEN o.state NOT IN ('final', 'failed') AND s.id IS NOT NULL THEN 'settled_before_its_end'
      END AS fault
      FROM payment p
      LEFT JOIN payout o ON o.payment_id = p.id
      LEFT JOIN chain_transfer c ON c.payment_id = p.id AND c.kind = 'collection'
      LEFT JOIN chain_transfer s ON s.payment_id = p.id AND s.kind = 'settlement'
      WHERE p.status IN ('processing', 'succeeded', 'failed') OR o.payment_id IS NOT NULL OR c.id IS NOT NULL
        OR s.id IS NOT NULL
    ) AS judged WHERE fault IS NOT NULL ORDER BY id LIMIT $1`,
};

/** Payments whose state, debt and transfers don't fit each other, with the first fault of each; at most `limit`. */
export function listUnfitPayments(on: Queryable, limit: number): Promise<{ id: PaymentId; fault: PaymentFault }[]> {
  return on.rows(selectUnfit, [limit]);
}

const sumTreasuries = {
  name: "ledger-sum-treasuries",
  text: `SELECT account, asset, sum(amount) AS amount FROM (
      SELECT debit AS account, asset, amount, block_number FROM ledger_entry WHERE kind = 'collected'
      UNION ALL SELECT credit, asset, -amount, block_number FROM ledger_entry WHERE kind = 'settled'
    ) AS entry JOIN unnest($1::integer[], $2::bigint[]) AS head (chain_id, number)
      ON head.chain_id = split_part(account, ':', 2)::integer AND entry.block_number <= head.number
    GROUP BY account, asset`,
};

/** Key of a wallet and a token in {@link sumTreasuriesAt} and {@link sumUnderWay}. */
export function holdingKey(chainId: number, wallet: string, asset: string): string {
  return `treasury:${chainId}:${wallet} ${asset}`;
}

/** What the books have of tokens in each treasury, of all that happened up to a block of each chain. */
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
    SELECT 'in', 'treasury:' || o.chain_id || ':' || o.treasury AS account, 'eip155:' || o.chain_id || '/erc20:' || o.token,
      sum(o.amount)
    FROM payment_attempt a JOIN payment_option o ON o.id = a.option_id
    WHERE a.state NOT IN ('final', 'rejected') GROUP BY o.chain_id, o.treasury, o.token`,
};

/** What transactions under way may have moved already without being booked yet, out of each treasury and into it. */
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

/** What the books say of each asset, over all wallets, merchants and partners. */
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

/** The asset that a key of {@link sumTreasuriesAt} names, and where. */
export function parseHoldingKey(key: string): { chainId: number; wallet: Address; asset: Caip19 } {
  const [account = "", asset = ""] = key.split(" ");
  const [, chainId, wallet] = account.split(":");
  return { chainId: Number(chainId), wallet: wallet as Address, asset: asset as Caip19 };
}
