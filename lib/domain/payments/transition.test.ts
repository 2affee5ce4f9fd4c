import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { depositExceptionKinds } from "#lib/domain/payments/deposit-exception-kinds.ts";
import { isFinal, type PaymentStatus, paymentStatuses, pollInMs, statusAt } from "#lib/domain/payments/payment.ts";
import { type PaymentEvent, transition } from "#lib/domain/payments/transition.ts";

type EventType = PaymentEvent["type"];

const events: readonly EventType[] = [
  "confirmed",
  "deposited",
  "collected",
  "recovered",
  "collection_failed",
  "declined",
  "cancelled",
  "expired",
  "expired_early",
  "settled",
  "settlement_failed",
  "settlement_ordered",
  "settlement_retried",
  "refund_marked",
  "refund_requested",
  "refund_confirmed",
  "refund_succeeded",
  "refund_failed",
  "refund_cancelled",
  "refund_expired",
  "refunded",
  ...depositExceptionKinds.map((kind) => `deposit_${kind}` as const),
];
const expiresAt = new Date("2026-11-21T12:00:00.000Z");
const moments = {
  "a millisecond before the expiry": new Date(expiresAt.getTime() - 1),
  "at the expiry": expiresAt,
  "long after the expiry": new Date(expiresAt.getTime() + 86_400_000),
};

/** The allowed transitions; all others are refused. */
const allowed: Record<
  "open" | "overdue" | "processing" | "succeeded" | "ended",
  Partial<Record<EventType, PaymentStatus>>
> = {
  open: {
    confirmed: "processing",
    declined: "failed",
    cancelled: "cancelled",
    expired_early: "expired",
    recovered: "succeeded",
  },
  overdue: { expired: "expired", recovered: "succeeded" },
  processing: { collected: "succeeded", collection_failed: "failed" },
  succeeded: {
    settled: "succeeded",
    settlement_failed: "succeeded",
    settlement_ordered: "succeeded",
    settlement_retried: "succeeded",
    refund_marked: "succeeded",
    refund_requested: "succeeded",
    refund_confirmed: "succeeded",
    refund_succeeded: "succeeded",
    refund_failed: "succeeded",
    refund_cancelled: "succeeded",
    refund_expired: "succeeded",
    refunded: "succeeded",
  },
  ended: { recovered: "succeeded" },
};

/** The same of a payment that has a deposit address, where it differs. */
const allowedWithAddress: Record<"open" | "overdue", Partial<Record<EventType, PaymentStatus>>> = {
  open: { ...allowed.open, deposited: "processing" },
  overdue: {
    deposited: "processing",
    declined: "failed",
    cancelled: "cancelled",
    expired: "expired",
    expired_early: "expired",
    recovered: "succeeded",
  },
};

function expected(
  { storedStatus, hasDepositAddress }: { storedStatus: PaymentStatus; hasDepositAddress: boolean },
  event: EventType,
  now: Date,
): PaymentStatus | "refused" {
  // Other money at an address never changes the status.
  if (event.startsWith("deposit_")) return hasDepositAddress ? storedStatus : "refused";
  const open = hasDepositAddress ? allowedWithAddress : allowed;
  if (storedStatus === "requires_action") return open[now < expiresAt ? "open" : "overdue"][event] ?? "refused";
  if (storedStatus === "processing" || storedStatus === "succeeded") return allowed[storedStatus][event] ?? "refused";
  return allowed.ended[event] ?? "refused";
}

const table = Object.entries(moments).flatMap(([moment, now]) =>
  paymentStatuses.flatMap((storedStatus) =>
    [false, true].flatMap((hasDepositAddress) =>
      events.map((event) => ({ moment, now, storedStatus, hasDepositAddress, event })),
    ),
  ),
);

describe("the state machine", () => {
  test.for(table)(
    "$storedStatus, $event $moment, with an address: $hasDepositAddress",
    ({ now, event, ...payment }) => {
      expect(transition({ ...payment, expiresAt }, event, now)).toBe(expected(payment, event, now));
    },
  );

  const anyTime = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-01-01"), noInvalidDate: true });
  const anyStep = fc.record({ event: fc.constantFrom(...events), now: anyTime });

  test("never leaves a final status unless the chain shows a success; only succeeded payments are settled or refunded", () => {
    fc.assert(
      fc.property(fc.constantFrom(...paymentStatuses), fc.array(anyStep, { maxLength: 30 }), (start, steps) => {
        let storedStatus: PaymentStatus = start;
        for (const { event, now } of steps) {
          const next = transition({ storedStatus, expiresAt, hasDepositAddress: false }, event, now);
          if (isFinal(storedStatus)) {
            const isApplied = event in (storedStatus === "succeeded" ? allowed.succeeded : allowed.ended);
            expect(next).toBe(isApplied ? "succeeded" : "refused");
          }
          if (next !== "refused") storedStatus = next;
        }
      }),
    );
  });

  test("agrees with the status at a moment: a final status only accepts the event that records it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...paymentStatuses), anyStep, (storedStatus, { event, now }) => {
        const status = statusAt({ storedStatus, expiresAt, hasDepositAddress: false }, now);
        const next = transition({ storedStatus, expiresAt, hasDepositAddress: false }, event, now);
        if (isFinal(status) && next !== "refused") expect(next).toBe(event === "recovered" ? "succeeded" : status);
      }),
    );
  });
});

describe("a payment's status", () => {
  test.for([
    ["a millisecond before its expiry is still open", -1, "requires_action"],
    ["at the millisecond of its expiry is expired", 0, "expired"],
    ["a millisecond after its expiry is expired, recorded or not", 1, "expired"],
  ] as const)("%s", ([, offsetMs, status]) => {
    const now = new Date(expiresAt.getTime() + offsetMs);
    expect(statusAt({ storedStatus: "requires_action", expiresAt, hasDepositAddress: false }, now)).toBe(status);
  });

  test("past the expiry stays open while it has a deposit address", () => {
    const late = new Date(expiresAt.getTime() + 86_400_000);
    expect(statusAt({ storedStatus: "requires_action", expiresAt, hasDepositAddress: true }, late)).toBe(
      "requires_action",
    );
  });

  test("past the expiry is the stored status unless the payment is open", () => {
    const late = new Date(expiresAt.getTime() + 1);
    for (const storedStatus of paymentStatuses.filter((status) => status !== "requires_action")) {
      expect(statusAt({ storedStatus, expiresAt, hasDepositAddress: false }, late)).toBe(storedStatus);
    }
  });

  test.for([
    ["requires_action", false, 1_000],
    ["processing", false, 500],
    ["succeeded", true, null],
    ["failed", true, null],
    ["expired", true, null],
    ["cancelled", true, null],
  ] as const)("%s: final %s, polled again in %s ms", ([status, final, ms]) => {
    expect([isFinal(status), pollInMs(status)]).toEqual([final, ms]);
  });
});
