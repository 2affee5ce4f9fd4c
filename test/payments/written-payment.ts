import fc from "fast-check";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { newId } from "#lib/core/ids.ts";
import { pool } from "#lib/db/pool.ts";
import type { TestPartner } from "#test/stack/partner.ts";

/** The only token of a chain, all of another chain's, and some of a third's. */
export const assets = [
  ...tokensOfChain(10).slice(0, 1),
  ...tokensOfChain(56),
  ...tokensOfChain(1).filter(({ symbol }) => ["USDC", "EURC", "USDT"].includes(symbol)),
].map(assetOf);
/** The account of a buyer on the chain of its token. */
export const accountOf = ({ asset, buyer }: WrittenPayment) =>
  `${assets[asset]?.split("/")[0]}:0x${String(buyer).padStart(40, "0")}`;
/** The creation time of the first payments; all are within half an hour. */
export const start = Date.parse("2026-01-01T00:00:00Z");
export const minute = 60_000;

/** A payment of one of a partner's three shops, and its further course. */
export type WrittenPayment = {
  merchant: number;
  minute: number;
  cents: number;
  reference: string;
  ending: (typeof endings)[number];
  asset: number;
  buyer: number;
  euro: boolean;
  /** Priced in the asset from the start, so that a payment that ends without a buyer has a token, too. */
  isTokenPriced: boolean;
  /** Of a succeeded payment: the percentages that were refunded so far, at one moment. */
  refunds: readonly number[];
  /** The minutes from the payment's to that moment. */
  refundedAfter: number;
};

const endings = ["open", "overdue", "processing", "succeeded", "failed", "declined", "expired", "cancelled"] as const;
/** The last state of payments that a buyer confirmed or declined. */
export const withBuyer: readonly WrittenPayment["ending"][] = ["processing", "succeeded", "failed", "declined"];

export const anyPayment: fc.Arbitrary<WrittenPayment> = fc.record({
  merchant: fc.nat({ max: 2 }),
  minute: fc.nat({ max: 30 }),
  cents: fc.integer({ min: 100, max: 105 }),
  reference: fc.constantFrom("alpha-1", "alpha-22", "beta 1", "gamma/alpha", "ALPHA-1"),
  ending: fc.constantFrom(...endings),
  asset: fc.nat({ max: assets.length - 1 }),
  buyer: fc.nat({ max: 2 }),
  euro: fc.boolean(),
  isTokenPriced: fc.boolean(),
  refunds: fc.constantFrom([], [], [30], [30, 77], [30, 100]),
  refundedAfter: fc.nat({ max: 10 }),
});

/**
 * Writes a payment in requires_action and moves it on by updates, as the product does.
 * @param spread the milliseconds per minute of the payment; a higher value spreads payments over days.
 */
export async function writePayment(
  owner: Pick<TestPartner, "partnerId">,
  merchantId: string,
  payment: WrittenPayment,
  spread = minute,
): Promise<string> {
  const createdAt = new Date(start + payment.minute * spread);
  const id = newId("pay", createdAt);
  const currency = payment.euro ? "EUR" : "USD";
  const expiresAt = payment.ending === "open" ? "2100-01-01" : new Date(createdAt.getTime() + minute);
  await pool().query(
    `INSERT INTO payment (id, partner_id, merchant_id, reference_id, unit, value, fee_currency, fee_fixed, fee_ppm, fee_total,
      fiat_currency, fiat_value, amount_rank, created_at, updated_at, expires_at, token_asset, token_amount)
    VALUES ($1, $2, $3, $4, $5, $6, 'USD', 1, 0, 1, $7, $6, $8, $9, $9, $10, $11, $12)`,
    [
      ...[id, owner.partnerId, merchantId, payment.reference, `iso4217/${currency}`, payment.cents, currency],
      ...[payment.cents * 10_000, createdAt, expiresAt],
      ...(payment.isTokenPriced ? [assets[payment.asset], 100] : [null, null]),
    ],
  );
  const { ending } = payment;
  if (ending === "open" || ending === "overdue") return id;
  const set = (columns: string, values: unknown[]) =>
    pool().query(`UPDATE payment SET version = version + 1, ${columns} WHERE id = $1`, [id, ...values]);
  if (ending === "expired") await set("status = 'expired'", []);
  else if (ending === "cancelled") {
    await set("status = 'cancelled', cancelled_at = now(), cancelled_reason = 'cancelled_by_user'", []);
  } else if (ending === "declined") {
    await set("status = 'failed', failure_code = 'declined_user', buyer_account = $2", [accountOf(payment)]);
  } else {
    await set("status = 'processing', buyer_account = $2, token_asset = $3, token_amount = 100, token_fee = 7", [
      accountOf(payment),
      assets[payment.asset],
    ]);
    if (ending === "failed") await set("status = 'failed'", []);
    if (ending === "succeeded") {
      await set("status = 'succeeded', succeeded_at = now(), tx_hash = $2, tx_nonce = 1", [id]);
      const refundedAt = new Date(createdAt.getTime() + payment.refundedAfter * spread);
      for (const percentage of payment.refunds) {
        await set("refunded_amount = $2, refunded_at = $3, updated_at = $4", [
          ...[percentage, percentage === 100 ? refundedAt : null, refundedAt],
        ]);
      }
    }
  }
  return id;
}
