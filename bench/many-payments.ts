import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { type MerchantId, newId, type PartnerId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

export type BigPartner = {
  partnerId: PartnerId;
  apiKey: string;
  merchantIds: MerchantId[];
  /** The reference of one of the payments. */
  reference: string;
};

const merchantCount = 500;

/** SQL of the id of a partner's payment, by its number from 1. */
export function paymentIdSql(partnerId: string, number: string): string {
  return `('pay_0' || upper(substr(md5(${partnerId} || ${number}), 1, 25)))`;
}

/**
 * Inserts a partner with 500 merchants and `count` payments over three years, in all statuses, by one SQL
 * statement. The trigger of the statistics is disabled meanwhile; the statistics are recounted afterwards.
 */
export async function writeManyPayments(databaseUrl: string, name: string, count: number): Promise<BigPartner> {
  const now = new Date();
  const partnerId = newId("prt", now);
  await prisma().partner.create({ data: { id: partnerId, name } });
  const merchantIds = Array.from({ length: merchantCount }, () => newId("mrch", now));
  await prisma().merchant.createMany({
    data: merchantIds.map((id, index) => ({
      id,
      partnerId,
      name: `${name} ${index}`,
      email: "m@bench.example",
      createdAt: now,
      updatedAt: now,
    })),
  });
  const assets = [8453, 56, 1].flatMap(tokensOfChain).map(assetOf);
  const reference = await withConnection(databaseUrl, async (client) => {
    await client.query("BEGIN");
    await client.query("ALTER TABLE payment DISABLE TRIGGER payment_statistics_insert");
    await client.query(insertPayments, [partnerId, merchantIds, assets, count]);
    await client.query("ALTER TABLE payment ENABLE TRIGGER payment_statistics_insert");
    await client.query("SELECT count_payment_statistics($1)", [partnerId]);
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE");
    const { rows } = await client.query<{ reference_id: string }>(
      "SELECT reference_id FROM payment WHERE partner_id = $1 ORDER BY created_at DESC OFFSET 776 LIMIT 1",
      [partnerId],
    );
    return rows[0]?.reference_id ?? "";
  });
  const { secret } = await createApiKey(partnerId, name, permissions);
  return { partnerId, apiKey: secret, merchantIds, reference };
}

/** Inserts the history of a partner's succeeded payments: their confirm, collection and settlement. */
export function writeHistories(databaseUrl: string, partnerId: PartnerId): Promise<unknown> {
  return withConnection(databaseUrl, (client) => client.query(insertHistories, [partnerId]));
}

const insertHistories = `INSERT INTO payment_event (payment_id, version, type, data, created_at)
  SELECT p.id, e.version, e.type, e.data, p.succeeded_at FROM payment p CROSS JOIN LATERAL (VALUES
    (1, 'confirmed', jsonb_build_object('attemptId', 'att' || substr(p.id, 4), 'buyerAccount', p.buyer_account, 'appId', NULL,
      'asset', p.token_asset, 'amount', p.token_amount::text, 'fee', '0')),
    (2, 'collected', jsonb_build_object('attemptId', 'att' || substr(p.id, 4), 'txHash', p.tx_hash, 'txNonce', p.tx_nonce::text,
      'amount', p.token_amount::text)),
    (3, 'settled', jsonb_build_object('txHash', p.tx_hash))) AS e (version, type, data)
  WHERE p.partner_id = $1 AND p.status = 'succeeded' ORDER BY p.succeeded_at, p.id, e.version`;

// Of every hundred payments, 70 succeeded, 15 expired, 6 were cancelled, 5 failed (3 in collection, 1
// declined by a known buyer before a token was chosen, 1 without a buyer), 2 are processing and 2 open. The
// 200,000 addresses pay on any chain. Status, merchant, buyer and token come from separate hashes, so that
// they are independent.
const insertPayments = `INSERT INTO payment (id, partner_id, merchant_id, reference_id, status, version, unit, value,
    fiat_currency, fiat_value, amount_rank, fee_currency, fee_fixed, fee_ppm, fee_total, created_at, updated_at, expires_at,
    cancelled_at, cancelled_reason, succeeded_at, buyer_account, token_asset, token_amount, token_fee, tx_hash, tx_nonce,
    settled_at, settlement_tx_hash)
  SELECT ${paymentIdSql("$1", "n")}, $1, merchant, 'ORDER-' || reference || '-' || n,
    status::payment_status, 3, 'iso4217/USD', cents, 'USD', cents, cents * 10000, 'USD', 0, 0, 0, at, at,
    CASE status WHEN 'requires_action' THEN '2100-01-01' ELSE at + interval '15 min' END,
    CASE status WHEN 'cancelled' THEN at END,
    CASE status WHEN 'cancelled' THEN 'cancelled_by_user'::cancelled_reason END,
    CASE status WHEN 'succeeded' THEN at END,
    CASE WHEN is_paid OR roll = 94 THEN split_part(asset, '/', 1) || ':0x' || lpad(buyer, 40, '0') END,
    CASE WHEN is_paid THEN asset END, CASE WHEN is_paid THEN cents * 10000 END, CASE WHEN is_paid THEN 0 END,
    CASE status WHEN 'succeeded' THEN '0x' || md5(n::text) END, CASE status WHEN 'succeeded' THEN n END,
    CASE status WHEN 'succeeded' THEN at END, CASE status WHEN 'succeeded' THEN '0x' || md5(n::text) END
  FROM (SELECT n, roll, (100 + hash(n, 2) % 50000)::numeric AS cents, to_hex(hash(n, 3) % 16777216) AS reference,
      ($2::text[])[1 + hash(n, 4) % array_length($2::text[], 1)] AS merchant,
      ($3::text[])[1 + hash(n, 5) % array_length($3::text[], 1)] AS asset, to_hex(hash(n, 6) % 200000) AS buyer,
      CASE WHEN roll < 70 THEN 'succeeded' WHEN roll < 85 THEN 'expired' WHEN roll < 91 THEN 'cancelled'
        WHEN roll < 96 THEN 'failed' WHEN roll < 98 THEN 'processing' ELSE 'requires_action' END AS status,
      roll < 70 OR roll BETWEEN 91 AND 93 OR roll BETWEEN 96 AND 97 AS is_paid,
      date_trunc('milliseconds', now() - interval '3 years' * (n::float8 / $4)) AS at
    FROM (SELECT n, hash(n, 1) % 100 AS roll FROM generate_series(1, $4::bigint) AS n) a) b`.replaceAll(
  /hash\((\w+), (\d)\)/g,
  "(hashint8extended($1, $2) & 2147483647)",
);
