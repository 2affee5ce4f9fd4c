import { z } from "zod";
import { type Caip19, parseCaip19 } from "#lib/core/caip.ts";
import type { EventType } from "#lib/core/event-types.ts";
import { presentAccount, type ShownOnChain } from "#lib/dashboard/present/chain.ts";
import { presentAsset, type ShownMoney } from "#lib/dashboard/present/money.ts";
import { presentTokenTransaction } from "#lib/dashboard/present/payment.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import type { PaymentDetail } from "#lib/domain/payments/reading/read-payment-detail.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";

/** An entry of a payment's timeline. Fields that the event doesn't carry are absent. */
export type ShownEvent = {
  type: PaymentEvent["type"] | "created";
  at: string;
  money?: ShownMoney;
  account?: ShownOnChain;
  transaction?: ShownOnChain;
  /** The recorded reason of a failure or cancellation. */
  reason?: string;
  /** The public events that report it, and what became of their deliveries. */
  reportedBy?: ShownPublicEvent[];
};

type ShownPublicEvent = { id: string; type: EventType; succeeded: number; pending: number; failed: number };

/** The fields of an event's data that are shown. */
const carried = z.object({
  buyerAccount: z.string().optional(),
  account: z.string().optional(),
  destination: z.string().optional(),
  asset: z.string().optional(),
  amount: z.string().optional(),
  txHash: z.string().optional(),
  reason: z.string().optional(),
});

/** Presents a payment's timeline: its creation, its recorded events, and an expiry that isn't recorded yet. */
export function presentEvents({ payment, listed, events, publicEvents, now }: PaymentDetail): ShownEvent[] {
  const reports = Map.groupBy(publicEvents, ({ version }) => version);
  const reportedBy = (version: number): Pick<ShownEvent, "reportedBy"> => {
    const found = reports.get(version);
    return found === undefined ? {} : { reportedBy: found.map(({ version: _, ...event }) => event) };
  };
  const token = listed.token?.asset ?? null;
  const shown = events.map(({ type, version, data, at }): ShownEvent => {
    const { buyerAccount, account, destination, asset, amount, txHash, reason } = carried.parse(data);
    const of = readAsset(asset) ?? token;
    const who = buyerAccount ?? account ?? destination;
    return {
      type: type as PaymentEvent["type"],
      at: at.toISOString(),
      ...(amount === undefined || of === null ? {} : { money: presentAsset(of, BigInt(amount)) }),
      ...(who === undefined ? {} : { account: presentAccount(who) }),
      ...(txHash === undefined || of === null ? {} : { transaction: presentTokenTransaction(of, txHash) }),
      ...(reason === undefined ? {} : { reason }),
      ...reportedBy(version),
    };
  });
  const isOverdue = payment.storedStatus !== "expired" && statusAt(payment, now) === "expired";
  const expiry: ShownEvent[] = isOverdue ? [{ type: "expired", at: payment.expiresAt.toISOString() }] : [];
  return [{ type: "created", at: payment.createdAt.toISOString(), ...reportedBy(0) }, ...shown, ...expiry];
}

/** An asset may be a chain's native coin. */
function readAsset(text: string | undefined): Caip19 | null {
  const isAsset = text !== undefined && (parseCaip19(text) !== null || text.endsWith("/native"));
  return isAsset ? (text as Caip19) : null;
}
