import type { Caip10 } from "#lib/core/caip.ts";
import { env } from "#lib/env/env.ts";

/** Where the form of a payment is filled in for these accounts (WIRE, Gateway: collectData). */
export function formLink(paymentId: string, accounts: readonly Caip10[]): string {
  return `${env().PUBLIC_URL}/collect/${paymentId}?accounts=${encodeURIComponent(accounts.join(","))}`;
}
