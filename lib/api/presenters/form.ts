import type { WireForm } from "#lib/api/schemas/gateway.ts";
import { formFields, formSchema } from "#lib/core/buyer-form/form-schema.ts";
import type { BuyerDataRequest } from "#lib/domain/payments/buyer-data/find-buyer-data-request.ts";
import { buyerDataFormLink } from "#lib/domain/payments/buyer-data/get-buyer-data-form.ts";

/**
 * The buyer-data form in the shape wallets read (docs/contract.md); null if none is required. The
 * checkbox's name holds the terms that the buyer accepts, for wallets that draw the form themselves.
 */
export function presentForm(paymentId: string, request: BuyerDataRequest | null): WireForm | null {
  if (request === null) return null;
  const { name, termsUrl, privacyUrl } = request.provider;
  const acceptance = `I accept the terms (${termsUrl}) and the privacy policy (${privacyUrl}) of ${name}`;
  const fields = formFields.map((field) => (field.id === "tosConfirmed" ? { ...field, name: acceptance } : field));
  return { url: buyerDataFormLink(paymentId, request.accounts), schema: { ...formSchema }, fields };
}
