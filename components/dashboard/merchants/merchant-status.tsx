import type { MerchantStatus } from "#components/dashboard/merchants/shown-merchant.ts";
import { Badge, type Tone } from "#components/ui/badge.tsx";

const words: Readonly<Record<MerchantStatus, string>> = {
  active: "Active",
  suspended: "Suspended",
  inactive: "Inactive",
};
const tones: Readonly<Record<MerchantStatus, Tone>> = { active: "good", suspended: "pending", inactive: "neutral" };

/** A badge with the merchant's status. */
export function MerchantStatusBadge({ status }: { status: MerchantStatus }) {
  return <Badge tone={tones[status]}>{words[status]}</Badge>;
}
