import { z } from "zod";
import { type Caip19, parseCaip19 } from "#lib/core/caip.ts";
import { presentAccount, type ShownOnChain } from "#lib/dashboard/present/chain.ts";
import { presentToken, type ShownMoney } from "#lib/dashboard/present/money.ts";
import { presentTokenTransaction } from "#lib/dashboard/present/payment.ts";
import type { PaymentDetail } from "#lib/domain/payments/detail/read-payment-detail.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";

/** An entry of a payment's timeline, in the order of time; what an event does not carry is left out. */
export type ShownEvent = {
  type: PaymentEvent["type"] | "created";
  at: string;
  money?: ShownMoney;
  account?: ShownOnChain;
  transaction?: ShownOnChain;
  /** Why a collection or settlement failed, or who cancelled: the recorded word or sentence. */
  reason?: string;
};

/** What events carry that is shown, as JSON has it. */
const carried = z.object({
  buyerAccount: z.string().optional(),
  account: z.string().optional(),
  destination: z.string().optional(),
  asset: z.string().optional(),
  amount: z.string().optional(),
  txHash: z.string().optional(),
  reason: z.string().optional(),
});

/** A payment's timeline: its creation, and what is recorded since; an expiry that is not recorded yet, too. */
export function presentEvents({ payment, listed, events, now }: PaymentDetail): ShownEvent[] {
  const token = listed.token?.asset ?? null;
  const shown = events.map(({ type, data, at }): ShownEvent => {
    const { buyerAccount, account, destination, asset, amount, txHash, reason } = carried.parse(data);
    const of = readAsset(asset) ?? token;
    const who = buyerAccount ?? account ?? destination;
    return {
      ...{ type: type as PaymentEvent["type"], at: at.toISOString() },
      ...(amount === undefined || of === null ? {} : { money: presentToken(of, BigInt(amount)) }),
      ...(who === undefined ? {} : { account: presentAccount(who) }),
      ...(txHash === undefined || of === null ? {} : { transaction: presentTokenTransaction(of, txHash) }),
      ...(reason === undefined ? {} : { reason }),
    };
  });
  const isOverdue = payment.storedStatus === "requires_action" && now >= payment.expiresAt;
  const expiry: ShownEvent[] = isOverdue ? [{ type: "expired", at: payment.expiresAt.toISOString() }] : [];
  return [{ type: "created", at: payment.createdAt.toISOString() }, ...shown, ...expiry];
}

function readAsset(text: string | undefined): Caip19 | null {
  return text === undefined || parseCaip19(text) === null ? null : (text as Caip19);
}
