import { isTestAccount, modeOf } from "#lib/core/account-mode.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import type { Operation } from "#test/api/operations.ts";
import type { Ids } from "#test/api/valid-request.ts";
import { applyEvent, bringTo, createTestPayment, usdcOf } from "#test/domain/create-test-payment.ts";
import { holdPayout, payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, type PartnerOptions, type TestPartner } from "#test/stack/partner.ts";
import { happen, makeEndpoint } from "#test/webhooks/webhook-rig.ts";

const usdc = usdcOf.live;

/** A partner whose merchant has a settlement in USDC: on Base, or on the simulated chain for a test account. */
export function createSettledPartner(options: PartnerOptions = {}): Promise<TestPartner> {
  const token = usdcOf[options.testOf === undefined ? "live" : "test"];
  const settlements = [{ token, address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }] as const;
  return createPartner({ settlements, ...options });
}

/** A caller for whom an operation can succeed: a live partner, or a test account for the operations of test mode. */
export async function createCaller({ group }: Operation): Promise<TestPartner> {
  const live = await createSettledPartner();
  return group === "Test mode" ? createSettledPartner({ testOf: live.partnerId }) : live;
}

/**
 * The ids of such a partner that operations act on, with a new open payment.
 * @param operationId the operation, if it needs more: held money to pay out.
 */
export async function createIds(owner: TestPartner, operationId?: string): Promise<Ids> {
  const { merchantId } = owner;
  const paymentId = await createTestPayment(owner);
  if (operationId === "payOutHeldMoney" && !isTestAccount(owner.partnerId)) await holdUsdc(owner);
  const sql = "SELECT id FROM settlement_destination WHERE merchant_id = $1";
  const { rows } = await pool().query<{ id: string }>(sql, [merchantId]);
  const events = await pool().query<{ id: string }>("SELECT id FROM event WHERE payment_id = $1", [paymentId]);
  const refund = operationId !== undefined && isOfRefund(operationId) ? await requestRefund(owner) : noRefund;
  const webhook = operationId?.includes("Webhook") ? await deliverWebhook(owner) : noWebhook;
  return {
    mode: modeOf(owner.partnerId),
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
  const { partnerId } = owner;
  if (isTestAccount(partnerId)) await bringTo(id, "succeeded");
  else await payWithPayout(id);
  await applyEvent(id, "settled");
  const request = { paymentId: id, mode: "request", least: null, isBuyerDeclined: false } as const;
  const { refund, url } = await inTransaction((tx) => createRefund(tx, { partnerId, merchantId: null }, request));
  return { refundId: refund.id, refundToken: String(url?.split("/").at(-1)) };
}
