import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import type { AwaitingAttempt } from "#lib/domain/payments/collection/repository.ts";

/** The longest wait for an approval or a wallet, even if the signature is valid for longer. */
const maxWaitMs = 30 * 60_000;

/** True when an attempt has waited for 30 minutes, or its signature has expired. */
export function isPastCollectionDeadline(
  { createdAt }: Pick<AwaitingAttempt, "createdAt">,
  { validBefore }: Pick<PaymentOption, "validBefore">,
): boolean {
  const now = clock.now();
  return BigInt(toUnixSeconds(now)) >= validBefore || now.getTime() >= createdAt.getTime() + maxWaitMs;
}
