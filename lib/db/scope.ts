import type { MerchantId, PartnerId } from "#lib/core/ids.ts";

/**
 * Whose data a request may see. Made by authentication alone and asked for by every query of partners' data, so
 * that none can forget it. `null` means unrestricted on that axis: only the gateway with an App-Id has a null
 * partner (there the payment id itself is the capability).
 */
export type Scope = { readonly partnerId: PartnerId | null; readonly merchantId: MerchantId | null };

export type PartnerScope = Scope & { readonly partnerId: PartnerId };
export type MerchantScope = PartnerScope & { readonly merchantId: MerchantId };

/**
 * The condition that confines a payment row to a scope.
 * @param alias of the payment table in the statement.
 * @param first number of the first of the two parameters; give their values with {@link scopeValues}.
 */
export function paymentInScope(alias: string, first: number): string {
  const partner = `($${first}::text IS NULL OR ${alias}.partner_id = $${first}::text)`;
  const merchant = `($${first + 1}::text IS NULL OR ${alias}.merchant_id = $${first + 1}::text)`;
  return `${partner} AND ${merchant}`;
}

/** The same condition for a row that was read without it, because it was read together with others'. */
export function isInScope(scope: Scope, row: { partnerId: PartnerId; merchantId: MerchantId }): boolean {
  const { partnerId, merchantId } = scope;
  return (partnerId === null || partnerId === row.partnerId) && (merchantId === null || merchantId === row.merchantId);
}

/** The values of the parameters of {@link paymentInScope}, in order. */
export function scopeValues(scope: Scope): [string | null, string | null] {
  return [scope.partnerId, scope.merchantId];
}
