import { expect, test } from "vitest";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { paymentSteps } from "#components/dashboard/payments/detail/payment-steps.ts";

type Facts = Parameters<typeof paymentSteps>[0];
const payout = (fields: Partial<NonNullable<PaymentDetail["payout"]>>): NonNullable<PaymentDetail["payout"]> => ({
  state: "final",
  isRefund: false,
  amount: null,
  destination: null,
  failure: null,
  retryAt: null,
  since: "2026-11-20T10:02:00.000Z",
  isStuck: false,
  waitsFor: null,
  fee: null,
  transaction: null,
  payoutTo: null,
  obstacle: null,
  ...fields,
});
const collected = { type: "collected", at: "2026-11-20T10:01:00.000Z" } as const;
const partly = { type: "refund_succeeded", at: "2026-11-21T10:05:00.000Z" } as const;
const refunded = { value: "1000000", decimals: 6, symbol: "USDC", network: "Base" };
const payment = (fields: Partial<Facts>): Facts => ({
  status: "succeeded",
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T10:03:00.000Z",
  payout: null,
  isRefunded: false,
  refunded: null,
  refundedAt: null,
  events: [collected],
  ...fields,
});
const shown = (fields: Partial<Facts>) =>
  paymentSteps(payment(fields))
    .slice(1)
    .map(({ title, at, state }) => `${title} ${state} ${at?.slice(14, 16) ?? "-"}`);

test.for<[string, Partial<Facts>, string[]]>([
  ["open", { status: "requires_action", events: [] }, ["Waiting for the buyer current -", "Settled waiting -"]],
  ["processing", { status: "processing", events: [] }, ["Confirming on chain current -", "Settled waiting -"]],
  ["expired", { status: "expired", events: [] }, ["Expired ended 03", "Nothing to settle waiting -"]],
  ["settled", { payout: payout({}) }, ["Paid done 01", "Settled done 02"]],
  ["held", { payout: payout({ state: "held" }) }, ["Paid done 01", "Held in treasury attention 02"]],
  ["being sent", { payout: payout({ state: "submitted" }) }, ["Paid done 01", "Paying out current -"]],
  [
    "stuck",
    { payout: payout({ state: "pending", isStuck: true }) },
    ["Paid done 01", "Payout not finished attention 02"],
  ],
  ["returned from the treasury", { payout: payout({ isRefund: true }) }, ["Paid done 01", "Refunded done 02"]],
  [
    "being returned from the treasury",
    { payout: payout({ isRefund: true, state: "submitted" }) },
    ["Paid done 01", "Refunding current -"],
  ],
  [
    "not yet returned from the treasury, because the transfer failed",
    { payout: payout({ isRefund: true, state: "failed" }) },
    ["Paid done 01", "Refund not finished attention 02"],
  ],
  [
    "refunded after it was settled",
    { payout: payout({}), isRefunded: true, refunded, refundedAt: "2026-11-21T10:07:00.000Z" },
    ["Paid done 01", "Settled done 02", "Refunded done 07"],
  ],
  [
    "partly refunded, twice",
    { payout: payout({}), refunded, events: [collected, { ...partly, at: "2026-11-21T10:04:00.000Z" }, partly] },
    ["Paid done 01", "Settled done 02", "Partly refunded done 05"],
  ],
  [
    "partly refunded while the treasury holds the rest",
    { payout: payout({ state: "held" }), refunded, events: [collected, partly] },
    ["Paid done 01", "Held in treasury attention 02", "Partly refunded done 05"],
  ],
  ["without a record", { payout: payout({ state: "none" }) }, ["Paid done 01", "Settled waiting -"]],
])("the steps of a payment that is %s", ([, fields, expected]) => {
  expect(shown(fields)).toEqual(expected);
});
