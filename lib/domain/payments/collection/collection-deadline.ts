import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import type { AwaitingAttempt } from "#lib/domain/payments/collection/repository.ts";

/** A buyer is not kept waiting longer for an approve that does not come, however far the signature reaches. */
const patienceMs = 30 * 60_000;

/** True when an attempt has waited long enough, or what was signed has run out. */
export function isPastCollectionDeadline(
  { createdAt }: Pick<AwaitingAttempt, "createdAt">,
  { validBefore }: Pick<PaymentOption, "validBefore">,
): boolean {
  const now = clock.now();
  return BigInt(toUnixSeconds(now)) >= validBefore || now.getTime() >= createdAt.getTime() + patienceMs;
}
