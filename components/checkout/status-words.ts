import type { WireStatus } from "#lib/api/schemas/payment.ts";

/** What a buyer needs to tell apart; finer than the status. */
export type Situation = WireStatus["status"] | "declined";

export function situationOf({ status, failureCode }: WireStatus): Situation {
  return status === "failed" && failureCode === "declined_user" ? "declined" : status;
}

type Words = { title: string; text: (merchantName: string) => string };

/** Every situation in plain words. “Nothing was taken” is true of all that end without success. */
export const statusWords: Record<Situation, Words> = {
  requires_action: {
    title: "Waiting for payment",
    text: () => "Open the payment link in a wallet app that supports payment links.",
  },
  processing: {
    title: "Confirming your payment",
    text: () => "It is on its way, and the network is confirming it. There is nothing more for you to do.",
  },
  succeeded: {
    title: "Paid",
    text: (merchantName) => `Your payment to ${merchantName} is complete.`,
  },
  expired: {
    title: "This payment has expired",
    text: (merchantName) =>
      `It was not paid in time, and nothing was taken. If you still want to pay, ask ${merchantName} for a new payment link.`,
  },
  cancelled: {
    title: "This payment was cancelled",
    text: (merchantName) => `Nothing was taken. If you still want to pay, ask ${merchantName} for a new payment link.`,
  },
  failed: {
    title: "The payment did not go through",
    text: (merchantName) =>
      `The transfer failed on the network, and nothing was taken. To try again, ask ${merchantName} for a new payment link.`,
  },
  declined: {
    title: "The payment was declined",
    text: (merchantName) =>
      `Payments from the wallet that was used can’t be accepted here. Nothing was taken. Please contact ${merchantName}.`,
  },
};
