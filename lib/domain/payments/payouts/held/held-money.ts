import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import { TillError } from "#lib/core/errors.ts";
import { type BulkPayoutId, isId, type MerchantId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { MerchantScope, PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { isOrWasMerchantOf } from "#lib/domain/merchants/repository.ts";
import type { BulkPayout } from "#lib/domain/payments/payouts/bulk/repository.ts";
import { isPayer, selectHeld } from "#lib/domain/payments/payouts/held/conditions.ts";

/**
 * Payouts of a merchant in one asset that are held, or have failed without another attempt to come; amounts
 * are net of fees, in smallest units of `asset`.
 */
export type HeldMoney = {
  merchantId: MerchantId;
  merchantName: string;
  isMerchantDeleted: boolean;
  asset: Caip19;
  payments: number;
  amount: AtomicAmount;
  /** The part that Till can send; the rest is in treasuries whose keys only their owners have. */
  payable: { payments: number; amount: AtomicAmount };
  /** The merchant's current destination for the asset; null while there is none. */
  destination: Caip10 | null;
  /** The latest bulk payout of it; null when none was ordered. */
  lastBulkPayout: {
    id: BulkPayoutId;
    state: BulkPayout["state"];
    /** The account that it goes to, which may differ from the current destination once it has ended. */
    destination: Caip10;
    reason: string | null;
    payouts: number;
    opened: number;
    createdAt: Date;
  } | null;
};

type Row = {
  merchantId: MerchantId;
  merchantName: string;
  isMerchantDeleted: boolean;
  asset: Caip19;
  payments: number;
  amount: string;
  payablePayments: number;
  payableAmount: string | null;
  destination: Caip10 | null;
  orderId: BulkPayoutId | null;
  orderedTo: Caip10 | null;
  state: BulkPayout["state"] | null;
  reason: string | null;
  payouts: number | null;
  opened: number | null;
  createdAt: Date | null;
};

const textWhere = (condition: string) => `WITH kept AS (
      ${selectHeld("o.merchant_id, o.asset, o.treasury, o.amount", condition)}),
    held AS (
      SELECT o.merchant_id, o.asset, count(*)::int AS payments, sum(o.amount) AS amount,
        count(w.address)::int AS payable_payments, sum(o.amount) FILTER (WHERE w.address IS NOT NULL) AS payable_amount
      FROM kept o LEFT JOIN relayer_wallet w ON ${isPayer}
      GROUP BY o.merchant_id, o.asset)
    SELECT h.merchant_id AS "merchantId", m.name AS "merchantName", m.deleted_at IS NOT NULL AS "isMerchantDeleted", h.asset,
      h.payments, h.amount, h.payable_payments AS "payablePayments", h.payable_amount AS "payableAmount", s.destination,
      b.id AS "orderId", b.destination AS "orderedTo", b.state, b.reason, b.payouts, b.opened, b.created_at AS "createdAt"
    FROM held h JOIN merchant m ON m.id = h.merchant_id
      LEFT JOIN settlement_destination s ON s.merchant_id = h.merchant_id AND s.asset = h.asset
      LEFT JOIN LATERAL (SELECT * FROM bulk_payout WHERE merchant_id = h.merchant_id AND asset = h.asset
        ORDER BY created_at DESC LIMIT 1) b ON true
    WHERE $3::text IS NULL OR (h.merchant_id, h.asset) < ($3, $4)
    ORDER BY h.merchant_id DESC, h.asset DESC LIMIT $2`;
// One statement for each kind of scope, so that each uses its own index.
const ofPartner = statement<Row>({ name: "held-money-of-partner", text: textWhere("o.partner_id = $1") });
const ofMerchant = statement<Row>({
  name: "held-money-of-merchant",
  text: textWhere("o.partner_id = $1 AND o.merchant_id = $5"),
});

/** The position of a row in the list of a partner's held money. */
export type HeldPosition = { merchantId: string; asset: string };

/**
 * Lists the held money of a partner by merchant and asset, deleted merchants included: the newest merchant
 * first, at most `limit`.
 * @param after the last row of the page before; null for the first page.
 */
export async function listHeldMoney(
  { partnerId }: PartnerScope,
  limit: number,
  after: HeldPosition | null,
): Promise<HeldMoney[]> {
  const { merchantId = null, asset = null } = after ?? {};
  return (await database.rows(ofPartner, [partnerId, limit, merchantId, asset])).map(toHeldMoney);
}

/** Lists the held money of one merchant by asset; nothing for another partner's merchant. */
export async function listHeldMoneyOf(
  { partnerId, merchantId }: MerchantScope,
  on: Queryable = database,
): Promise<HeldMoney[]> {
  return (await on.rows(ofMerchant, [partnerId, null, null, null, merchantId])).map(toHeldMoney);
}

/**
 * Lists the held money of a merchant, deleted or not.
 * @throws TillError `not_found` for a merchant that isn't the partner's.
 */
export async function getHeldMoneyOf(scope: PartnerScope, merchantId: string): Promise<HeldMoney[]> {
  if (!isId("mrch", merchantId) || !(await isOrWasMerchantOf(database, scope, merchantId)))
    throw new TillError("not_found");
  return listHeldMoneyOf({ ...scope, merchantId });
}

/** A sum of held money in one asset that Till can send. */
export type PayableSum = HeldMoney["payable"] & { asset: Caip19 };

/** Sums the part of a merchant's held money that is in one of these assets and that Till can send. */
export async function sumPayableIn(
  on: Queryable,
  scope: PartnerScope,
  merchantId: string,
  destinations: readonly { asset: Caip19 }[],
): Promise<PayableSum[]> {
  if (!isId("mrch", merchantId)) return [];
  const assets = new Set(destinations.map(({ asset }) => asset));
  const held = await listHeldMoneyOf({ ...scope, merchantId }, on);
  return held.flatMap(({ asset, payable }) =>
    assets.has(asset) && payable.payments > 0 ? [{ asset, ...payable }] : [],
  );
}

function toHeldMoney(row: Row): HeldMoney {
  const { payablePayments, payableAmount, orderId, orderedTo, ...rest } = row;
  const { state, reason, payouts, opened, createdAt, ...held } = rest;
  const isOrdered =
    orderId !== null &&
    orderedTo !== null &&
    state !== null &&
    payouts !== null &&
    opened !== null &&
    createdAt !== null;
  return {
    ...held,
    amount: BigInt(row.amount),
    payable: { payments: payablePayments, amount: BigInt(payableAmount ?? 0) },
    lastBulkPayout: isOrdered
      ? { id: orderId, state, destination: orderedTo, reason, payouts, opened, createdAt }
      : null,
  };
}
