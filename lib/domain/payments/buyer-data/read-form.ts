import { parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { type DataRequest, findDataRequest } from "#lib/domain/payments/buyer-data/find-data-request.ts";
import { type GatewayPayment, getGatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** As many as a wallet may ask options for. */
const mostAccounts = 50;

/** Where the form of a payment stands: to be filled in, not needed, not possible any more, or its link is damaged. */
export type FormState =
  | { kind: "open"; request: DataRequest }
  | { kind: "complete" }
  | { kind: "closed"; status: Exclude<PaymentStatus, "requires_action"> }
  | { kind: "damaged" };

/**
 * The form that a payment asks of these accounts. Says of earlier forms only that there are some.
 * @param accounts comma-joined CAIP-10, as the link has them.
 * @throws TillError `payment_not_found`; `bad_gateway` when the rate source fails.
 */
export async function readForm(
  paymentId: string,
  accounts: string,
  rates: RateSource,
): Promise<{ found: GatewayPayment; form: FormState }> {
  const found = await getGatewayPayment({ partnerId: null, merchantId: null }, paymentId);
  return { found, form: await stateOf(found.payment, accounts, rates) };
}

async function stateOf(payment: GatewayPayment["payment"], text: string, rates: RateSource): Promise<FormState> {
  const status = statusAt(payment, clock.now());
  if (status !== "requires_action") return { kind: "closed", status };
  const parsed = text.split(",").map(parseCaip10);
  const accounts = parsed.flatMap((account) => (account === null ? [] : [toCaip10(account)]));
  if (accounts.length < parsed.length || accounts.length > mostAccounts) return { kind: "damaged" };
  const request = await findDataRequest(payment, accounts, rates);
  return request === null ? { kind: "complete" } : { kind: "open", request };
}
