import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";

/** True when an option's signature has expired, so that nothing can be collected with it. */
export function isPastCollectionDeadline({ validBefore }: Pick<PaymentOption, "validBefore">): boolean {
  return BigInt(toUnixSeconds(clock.now())) >= validBefore;
}
