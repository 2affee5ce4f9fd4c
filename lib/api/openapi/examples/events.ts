import type { z } from "zod";
import { record } from "#lib/api/openapi/examples/merchants.ts";
import { listed, order } from "#lib/api/openapi/examples/payments.ts";
import { requestedRefund } from "#lib/api/openapi/examples/refunds.ts";
import {
  collectHash,
  destination,
  merchantId,
  paymentId,
  settlementId,
  usdc,
  usdcOnBase,
} from "#lib/api/openapi/examples/samples.ts";
import type { Example } from "#lib/api/operation.ts";
import { type eventList, resourcesOf, type WireEvent } from "#lib/api/schemas/event.ts";
import type { EventType } from "#lib/core/event-types.ts";

type WirePayment = NonNullable<WireEvent["data"]["payment"]>;
type WireStatus = WirePayment["status"];
type WireRefund = NonNullable<WireEvent["data"]["refund"]>;
type Resources = Required<WireEvent["data"]>;

const eventId = "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J";
const timestamp = "2026-11-20T09:31:20.000Z";
const earlier = "eip155:8453:0x90F79bf6EB2c4f870365E785982E1f101E93b906";

/** The example's payment in its last state. */
const example = { ...listed, ...order };

/** The example's payment before the buyer has confirmed it. */
function unpaid(status: WireStatus): WirePayment {
  const {
    tokenAmount: _amount,
    buyer: _buyer,
    transaction: _sent,
    settlement: _settled,
    settledAt: _at,
    ...rest
  } = example;
  return { ...rest, status, isTerminal: status !== "requires_action" };
}

/** The example's payment once the buyer has confirmed it. */
function confirmed(status: WireStatus): WirePayment {
  const { tokenAmount, buyer } = example;
  return { ...unpaid(status), tokenAmount, buyer, isTerminal: status === "failed" };
}

/** The example's payment once it is paid, before its payout is sent. */
const { settledAt: _, ...collected } = { ...example, settlement: { settled: false } };

const expiresAt = requestedRefund.expiresAt;
const refundOf = (status: WireRefund["status"]): WireRefund => {
  const { url: _url, expiresAt: _expiry, ...common } = { ...requestedRefund, status };
  return status === "marked" ? common : { ...common, expiresAt };
};

/** The example's payment with that refund. */
function withRefund({ status, refundId, amount }: WireRefund): WirePayment {
  const isPaid = status === "succeeded" || status === "marked";
  const mode = status === "marked" ? ("mark" as const) : ("request" as const);
  const own = { refundId, mode, status, amount, createdAt: timestamp, ...(mode === "mark" ? {} : { expiresAt }) };
  const paid = isPaid ? amount : usdc("0");
  return { ...example, refund: { status: isPaid ? "partial" : "none", amount: paid, refunds: [own] } };
}

const ofStatus = (type: EventType) => type.slice(type.indexOf(".") + 1);

const payments: Partial<Record<EventType, WirePayment>> = {
  "payment.created": unpaid("requires_action"),
  "payment.processing": confirmed("processing"),
  "payment.succeeded": collected,
  "payment.failed": confirmed("failed"),
  "payment.expired": unpaid("expired"),
  "payment.cancelled": unpaid("cancelled"),
  "payout.held": collected,
  "payout.failed": collected,
  "deposit.overpaid": collected,
  "deposit.repeated": collected,
  "deposit.underpaid": unpaid("expired"),
  "deposit.late": unpaid("expired"),
  "deposit.declined": unpaid("expired"),
};

const payouts: Readonly<Record<string, Resources["payout"]>> = {
  held: { live: true, status: "held", amount: usdc("24700400"), destination: null },
  sent: { live: true, status: "sent", amount: usdc("24700400"), destination, txId: collectHash },
  failed: {
    live: true,
    status: "failed",
    amount: usdc("24700400"),
    destination,
    reason: "the token has blocked the account",
  },
};

/** An example of an event of a type. */
export function exampleEvent(type: EventType): WireEvent {
  const refund = refundOf(ofStatus(type) as WireRefund["status"]);
  const all: Resources = {
    payment: type.startsWith("refund.") ? withRefund(refund) : (payments[type] ?? example),
    refund,
    payout: payouts[ofStatus(type)] ?? { live: true, status: "held", amount: usdc("24700400"), destination: null },
    exception: { id: "dex_01KAG9X3B6D9G2J5M8P1R4T7W0", live: true, asset: usdcOnBase, value: "5000000" },
    merchant: record,
    settlementDestination: {
      id: settlementId,
      live: true,
      merchantId,
      asset: usdcOnBase,
      change: "changed",
      previousDestination: earlier,
      destination,
      takesEffectAt: null,
    },
    apiKey: {
      id: "key_01KAG9V1X4Z7B0D3F6H9K2M5P8",
      live: true,
      name: "Shop server",
      permissions: ["payments:read", "payments:write"],
      hint: "k3Qz",
      createdAt: timestamp,
    },
    webhookEndpoint: { id: "whe_01KAG9Z2C5F8H1K4N7Q0S3V6X9", live: true },
  };
  const data = Object.fromEntries(resourcesOf(type).map((name) => [name, all[name]]));
  return { id: eventId, type, live: true, timestamp, apiVersion: "2026-02-18", data };
}

export const eventListExamples: readonly Example<z.output<typeof eventList>>[] = [
  {
    name: "The newest payouts",
    query: { type: ["payout.sent", "payout.failed"], limit: "50" },
    response: { data: [exampleEvent("payout.sent")], nextCursor: null },
  },
  {
    name: "A payment's events",
    query: { paymentId },
    response: { data: [exampleEvent("payment.succeeded")], nextCursor: null },
  },
];

export const eventExamples: readonly Example<WireEvent>[] = [
  { name: "A payment has succeeded", params: { id: eventId }, response: exampleEvent("payment.succeeded") },
  { name: "A refund was marked", params: { id: eventId }, response: exampleEvent("refund.marked") },
];
