import { type MerchantId, newId, type PartnerId } from "#lib/core/ids.ts";
import { pool } from "#lib/db/pool.ts";
import { createPartner } from "#test/stack/partner.ts";

/** A partner with three merchants. */
export type Shops = { partnerId: PartnerId; merchantIds: readonly MerchantId[] };

/** Inserts a partner with three merchants. */
export async function createShops(): Promise<Shops> {
  const { partnerId, merchantId } = await createPartner();
  const others = [newId("mrch", new Date()), newId("mrch", new Date())];
  await pool().query(
    `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at)
    SELECT id, $2, 'M', 'm@m.example', now(), now() FROM unnest($1::text[]) AS id`,
    [others, partnerId],
  );
  return { partnerId, merchantIds: [merchantId, ...others] };
}
