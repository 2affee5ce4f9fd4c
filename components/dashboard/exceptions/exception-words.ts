import type { Exception } from "#components/dashboard/exceptions/exception.ts";
import { moneyLine } from "#components/dashboard/format-money.ts";
import type { Tone } from "#components/ui/badge.tsx";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

/** The kinds of exceptions in words. */
export const kindWords: Readonly<Record<Exception["kind"], string>> = {
  underpaid: "Too little",
  overpaid: "Too much",
  late: "Too late",
  repeated: "Paid again",
  declined: "Declined sender",
  other_token: "Other token",
  other_chain: "Other network",
};

/** The states of exceptions in words. */
export const stateWords: Readonly<Record<Exception["state"], { word: string; tone: Tone }>> = {
  open: { word: "To decide", tone: "critical" },
  accepting: { word: "Collecting", tone: "pending" },
  sweeping: { word: "Forwarding", tone: "pending" },
  forwarded: { word: "Refund due", tone: "critical" },
  accepted: { word: "Accepted", tone: "good" },
  kept: { word: "Kept", tone: "neutral" },
  refunded: { word: "Refunded", tone: "good" },
};

const on = (money: ShownMoney) => `${money.symbol} on ${money.network}`;

/** Says what happened, in sentences. */
export function storyOf({ kind, money, asked }: Pick<Exception, "kind" | "money" | "asked">): string {
  switch (kind) {
    case "underpaid":
      return `The buyer was asked for ${moneyLine(asked)}, and less arrived in time. The payment has expired.`;
    case "overpaid":
      return `The payment has succeeded, and the merchant's wallet has ${moneyLine(money)} more than the ${moneyLine(asked)} that the buyer was asked for. The merchant owes the buyer the difference.`;
    case "late":
      return "The transfer came after the payment's time was up, so it didn't pay the payment.";
    case "repeated":
      return "The payment had succeeded before this transfer came. The buyer has probably paid twice.";
    case "declined":
      return "The compliance screening declines the account that sent this, so Till didn't collect it. Check with the operator before you decide.";
    case "other_token":
      return `The address takes ${on(asked)}. It was sent ${money.symbol} instead, which doesn't pay the payment.`;
    case "other_chain":
      return `The address takes ${on(asked)}. This was sent on ${money.network}, where only the merchant's wallet can collect it.`;
  }
}

/** Says where the money is now, and what comes next. */
export function placeOf({ kind, state, isNative }: Exception): string {
  switch (state) {
    case "open":
      return kind === "other_chain"
        ? "It stays at the address until the merchant's wallet makes the call below."
        : "It stays at the address until you decide.";
    case "accepting":
      return "Till is collecting it for the payment, which succeeds once that is final on chain.";
    case "sweeping":
      return "Till is sending it to the merchant's wallet.";
    case "forwarded":
      if (isNative)
        return "The merchant's wallet has it. Return it to the buyer, then end the exception with a reason.";
      // The story of too much has said where it is.
      return kind === "overpaid"
        ? "Refund it, or keep it with a reason."
        : "The merchant's wallet has it. Refund it to the buyer, or keep it with a reason.";
    case "accepted":
      return "It paid the payment.";
    case "kept":
      return "The merchant keeps it.";
    case "refunded":
      return "The merchant has returned it to the buyer.";
  }
}
