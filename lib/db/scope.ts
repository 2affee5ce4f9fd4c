import type { MerchantId, PartnerId } from "#lib/core/ids.ts";

/**
 * The partner and merchant whose data a request may access. Only authentication creates a scope, and every query of
 * partners' data requires one. `null` means unrestricted: only gateway requests with an App-Id have no partner, because
 * there the payment id itself is the capability.
 */
export type Scope = { readonly partnerId: PartnerId | null; readonly merchantId: MerchantId | null };

export type PartnerScope = Scope & { readonly partnerId: PartnerId };
export type MerchantScope = PartnerScope & { readonly merchantId: MerchantId };

/**
 * Writes the condition that limits payments to a scope.
 * @param alias of the payment table in the statement.
 * @param first number of the first of the two parameters; {@link scopeValues} has their values.
 */
export function paymentInScope(alias: string, first: number): string {
  const partner = `($${first}::text IS NULL OR ${alias}.partner_id = $${first}::text)`;
  const merchant = `($${first + 1}::text IS NULL OR ${alias}.merchant_id = $${first + 1}::text)`;
  return `${partner} AND ${merchant}`;
}

/** Checks the same condition for a row that was read without it, in a batch for several callers. */
export function isInScope(scope: Scope, row: { partnerId: PartnerId; merchantId: MerchantId }): boolean {
  const { partnerId, merchantId } = scope;
  return (partnerId === null || partnerId === row.partnerId) && (merchantId === null || merchantId === row.merchantId);
}

/** Returns the parameters of {@link paymentInScope}, in order. */
export function scopeValues(scope: Scope): [string | null, string | null] {
  return [scope.partnerId, scope.merchantId];
}
