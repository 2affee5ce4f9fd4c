import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import type { Ids } from "#test/api/valid-request.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { holdPayout, payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type PartnerOptions, type TestPartner } from "#test/stack/partner.ts";
import { happen, makeEndpoint } from "#test/webhooks/webhook-rig.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const settlements = [{ token: usdc, address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }] as const;

/** A partner whose merchant has a settlement in USDC on Base. */
export function createSettledPartner(options: PartnerOptions = {}): Promise<TestPartner> {
  return createPartner({ settlements, ...options });
}

/**
 * The ids of such a partner that operations act on, with a new open payment.
 * @param operationId the operation, if it needs more: held money to pay out.
 */
export async function createIds(owner: TestPartner, operationId?: string): Promise<Ids> {
  const { merchantId } = owner;
  const paymentId = await createTestPayment(owner);
  if (operationId === "payOutHeldMoney") await holdUsdc(owner);
  const sql = "SELECT id FROM settlement_destination WHERE merchant_id = $1";
  const { rows } = await pool().query<{ id: string }>(sql, [merchantId]);
  const events = await pool().query<{ id: string }>("SELECT id FROM event WHERE payment_id = $1", [paymentId]);
  const refund = operationId !== undefined && isOfRefund(operationId) ? await requestRefund(owner) : noRefund;
  const webhook = operationId?.includes("Webhook") ? await deliverWebhook(owner) : noWebhook;
  return {
    merchantId,
    paymentId,
    settlementId: rows[0]?.id ?? "",
    eventId: events.rows[0]?.id ?? "",
    ...refund,
    ...webhook,
  };
}

/** Adds a payment in USDC on Base whose money is held, as if its merchant had added the destination later. */
async function holdUsdc(owner: TestPartner): Promise<void> {
  const id = await createTestPayment(owner);
  await bringTo(id, "succeeded");
  await holdPayout(id, usdc);
}

/** Ids of an endpoint and an event that don't exist. */
export const noWebhook = { endpointId: "whe_1", deliveredEventId: "evt_1" };

/** Creates an endpoint at which nothing listens, and events that wait for their delivery to it. */
export async function deliverWebhook(owner: TestPartner): Promise<{ endpointId: string; deliveredEventId: string }> {
  const { id: endpointId } = await makeEndpoint(owner, { url: "http://127.0.0.1:1/" });
  await happen(owner, [owner.merchantId, owner.merchantId], "merchant.updated");
  const sql = "SELECT event_id AS id FROM webhook_delivery WHERE endpoint_id = $1";
  const { rows } = await pool().query<{ id: string }>(sql, [endpointId]);
  return { endpointId, deliveredEventId: rows[0]?.id ?? "" };
}

/** Ids of a refund that doesn't exist. */
export const noRefund = { refundId: "rfd_1", refundToken: "none" };
const isOfRefund = (operationId: string) => operationId.includes("Refund") && operationId !== "createRefund";

/** Requests a refund of a new payment that was settled. */
export async function requestRefund(owner: TestPartner): Promise<{ refundId: string; refundToken: string }> {
  const id = await createTestPayment(owner);
  await payWithPayout(id);
  await applyEvent(id, "settled");
  const { partnerId } = owner;
  const request = { paymentId: id, mode: "request", least: null, isBuyerDeclined: false } as const;
  const { refund, url } = await inTransaction((tx) => createRefund(tx, { partnerId, merchantId: null }, request));
  return { refundId: refund.id, refundToken: String(url?.split("/").at(-1)) };
}
