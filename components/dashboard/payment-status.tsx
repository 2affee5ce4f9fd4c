import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { ShownStatus } from "#lib/dashboard/rpc/contract.ts";

/** Labels of the payment statuses, in display order. */
export const statusWords: Readonly<Record<ShownStatus, string>> = {
  requires_action: "Open",
  processing: "Processing",
  succeeded: "Succeeded",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
};

const tones: Readonly<Record<ShownStatus, Tone>> = {
  requires_action: "pending",
  processing: "pending",
  succeeded: "good",
  failed: "critical",
  expired: "neutral",
  cancelled: "neutral",
};

type PaymentStatusBadgeProps = { status: ShownStatus; isRefunded?: boolean; isPartlyRefunded?: boolean };

/** A badge with the payment's status, and another one if it was refunded in full or in part. */
export function PaymentStatusBadge({ status, isRefunded = false, isPartlyRefunded = false }: PaymentStatusBadgeProps) {
  return (
    <span className="inline-flex gap-1.5 whitespace-nowrap">
      <Badge tone={tones[status]}>{statusWords[status]}</Badge>
      {isRefunded && <Badge>Refunded</Badge>}
      {isPartlyRefunded && !isRefunded && <Badge>Partly refunded</Badge>}
    </span>
  );
}
