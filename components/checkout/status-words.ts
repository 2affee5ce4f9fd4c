import type { MessageKey, Say } from "#components/checkout/messages/translate.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

/** What a buyer needs to tell apart; finer than the status. */
export type Situation = WireStatus["status"] | "declined";

export function situationOf({ status, failureCode }: WireStatus): Situation {
  return status === "failed" && failureCode === "declined_user" ? "declined" : status;
}

/** The situations that a buyer has to be told about; an open payment shows what can be done instead. */
export type ToldSituation = Exclude<Situation, "requires_action">;

/** Every situation in plain words. “Nothing was taken” is true of all that end without success. */
export const statusWords = {
  processing: { title: "status.processing.title", text: "status.processing.text" },
  succeeded: { title: "status.succeeded.title", text: "status.succeeded.text" },
  expired: { title: "status.expired.title", text: "status.expired.text" },
  cancelled: { title: "status.cancelled.title", text: "status.cancelled.text" },
  failed: { title: "status.failed.title", text: "status.failed.text" },
  declined: { title: "status.declined.title", text: "status.declined.text" },
} as const satisfies Record<ToldSituation, { title: MessageKey; text: MessageKey }>;

/** The sentence that goes with a situation. */
export function sayText(say: Say, situation: ToldSituation, merchant: string): string {
  return situation === "processing" ? say("status.processing.text") : say(statusWords[situation].text, { merchant });
}
