import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";
import { createApiKey } from "#lib/domain/api-keys/create-api-key.ts";
import { permissions } from "#lib/domain/api-keys/permissions.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

export type BigPartner = { partnerId: PartnerId; apiKey: string; merchantIds: string[] };

const merchantCount = 500;

/**
 * Writes a partner with 500 merchants and `count` payments over three years, in all states, by one SQL statement. The
 * statistics' trigger sleeps meanwhile; what it would have added up is counted afterwards.
 */
export async function writeManyPayments(databaseUrl: string, name: string, count: number): Promise<BigPartner> {
  const now = new Date();
  const partnerId = newId("prt", now);
  await prisma().partner.create({ data: { id: partnerId, name } });
  const merchantIds = Array.from({ length: merchantCount }, () => newId("mrch", now));
  await prisma().merchant.createMany({
    data: merchantIds.map((id, index) => ({
      ...{ id, partnerId, name: `${name} ${index}`, email: "m@bench.example", createdAt: now, updatedAt: now },
    })),
  });
  const assets = [8453, 56, 1].flatMap(tokensOfChain).map(assetOf);
  await withConnection(databaseUrl, async (client) => {
    await client.query("BEGIN");
    await client.query("ALTER TABLE payment DISABLE TRIGGER payment_statistics_insert");
    await client.query(insertPayments, [partnerId, merchantIds, assets, count]);
    await client.query("ALTER TABLE payment ENABLE TRIGGER payment_statistics_insert");
    await client.query("SELECT count_payment_statistics($1)", [partnerId]);
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE payment");
  });
  const { secret } = await createApiKey(partnerId, name, permissions);
  return { partnerId, apiKey: secret, merchantIds };
}

// Of a hundred payments 70 succeeded, 15 expired, 6 were cancelled, 5 failed, 2 are processing and 2 open.
const insertPayments = `INSERT INTO payment (id, partner_id, merchant_id, reference_id, status, version, unit, value,
    fiat_currency, fiat_value, amount_rank, fee_currency, fee_fixed, fee_ppm, fee_total, created_at, updated_at, expires_at,
    cancelled_at, cancelled_reason, succeeded_at, buyer_account, token_asset, token_amount, token_fee, tx_hash, tx_nonce,
    settled_at, settlement_tx_hash)
  SELECT 'pay_0' || upper(substr(md5($1 || n), 1, 25)), $1, ($2::text[])[1 + h % array_length($2::text[], 1)],
    'ORDER-' || to_hex(h % 16777216) || '-' || n, status::payment_status, 3, 'iso4217/USD', cents, 'USD', cents,
    cents * 10000, 'USD', 0, 0, 0, at, at, CASE status WHEN 'requires_action' THEN '2100-01-01' ELSE at + interval '15 min' END,
    CASE status WHEN 'cancelled' THEN at END,
    CASE status WHEN 'cancelled' THEN 'cancelled_by_user'::cancelled_reason END,
    CASE status WHEN 'succeeded' THEN at END,
    CASE WHEN paid THEN 'eip155:1:0x' || lpad(to_hex(h % 200000), 40, '0') END,
    CASE WHEN paid THEN ($3::text[])[1 + (h / 7) % array_length($3::text[], 1)] END,
    CASE WHEN paid THEN cents * 10000 END, CASE WHEN paid THEN 0 END,
    CASE status WHEN 'succeeded' THEN '0x' || md5(n::text) END, CASE status WHEN 'succeeded' THEN n END,
    CASE status WHEN 'succeeded' THEN at END, CASE status WHEN 'succeeded' THEN '0x' || md5(n::text || 's') END
  FROM (SELECT n, h, 100 + (h % 50000)::numeric AS cents, status, status IN ('processing', 'succeeded') AS paid,
      date_trunc('milliseconds', now() - interval '3 years' * (n::float8 / $4)) AS at
    FROM (SELECT n, h, CASE WHEN h % 100 < 70 THEN 'succeeded' WHEN h % 100 < 85 THEN 'expired'
          WHEN h % 100 < 91 THEN 'cancelled' WHEN h % 100 < 96 THEN 'failed'
          WHEN h % 100 < 98 THEN 'processing' ELSE 'requires_action' END AS status
      FROM (SELECT n, abs(hashint8(n)::bigint) AS h FROM generate_series(1, $4::bigint) AS n) a) b) c`;
