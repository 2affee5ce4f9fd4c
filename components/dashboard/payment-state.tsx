import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { ShownState } from "#lib/dashboard/rpc/contract.ts";

/** Labels of the payment states, in display order. */
export const stateWords: Readonly<Record<ShownState, string>> = {
  requires_action: "Open",
  processing: "Processing",
  succeeded: "Succeeded",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
};

const tones: Readonly<Record<ShownState, Tone>> = {
  requires_action: "pending",
  processing: "pending",
  succeeded: "good",
  partly_refunded: "neutral",
  refunded: "neutral",
  failed: "critical",
  expired: "neutral",
  cancelled: "neutral",
};

/** A badge with a payment's state. */
export function PaymentStateBadge({ state }: { state: ShownState }) {
  return <Badge tone={tones[state]}>{stateWords[state]}</Badge>;
}
