import { newId } from "#lib/core/ids.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";

/** A payment of 12.50 dollars without fees that was just created, for rules that take one. */
export function makePayment(fields: Partial<Payment> = {}): Payment {
  const now = new Date("2026-11-21T12:00:00.000Z");
  return {
    id: newId("pay", now),
    partnerId: newId("prt", now),
    merchantId: newId("mrch", now),
    storedStatus: "requires_action",
    version: 0,
    referenceId: "order 1",
    description: null,
    lineItems: [],
    amount: { unit: { kind: "fiat", currency: "USD" }, value: 1_250n },
    fees: { currency: "USD", fixed: 0n, partsPerMillion: 0 },
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + 900_000),
    failureCode: null,
    result: null,
    buyer: null,
    settlement: null,
    cancellation: null,
    succeededAt: null,
    refundedAt: null,
    refunded: 0n,
    checkout: null,
    ...fields,
  };
}
