import { pool } from "#lib/db/pool.ts";
import type { Ids } from "#test/api/valid-request.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, getToken, type PartnerOptions, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const settlements = [{ token: usdc, address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }] as const;

/** A partner whose merchant has a settlement in USDC on Base. */
export function createSettledPartner(options: PartnerOptions = {}): Promise<TestPartner> {
  return createPartner({ settlements, ...options });
}

/** The ids of such a partner that operations act on, with a new open payment. */
export async function createIds(owner: TestPartner): Promise<Ids> {
  const { merchantId } = owner;
  const paymentId = await createTestPayment(owner);
  const sql = "SELECT id FROM settlement_destination WHERE merchant_id = $1";
  const { rows } = await pool().query<{ id: string }>(sql, [merchantId]);
  return { merchantId, paymentId, settlementId: rows[0]?.id ?? "" };
}
