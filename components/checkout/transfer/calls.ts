import { type GatewayTarget, getFromGateway, postToGateway } from "#components/checkout/gateway.ts";
import type { WireDepositAssets, WireGivenDeposit } from "#lib/api/schemas/gateway.ts";

/** Lists the tokens in which the payment can be paid by a transfer. */
export function listDepositAssets(target: GatewayTarget, signal: AbortSignal) {
  return getFromGateway<WireDepositAssets>(target, "deposit", signal, isFirst);
}

/** Gets the payment's address for a token (CAIP-19). */
export function giveDepositAddress(target: GatewayTarget, asset: string, signal: AbortSignal) {
  return postToGateway<WireGivenDeposit>(target, "deposit", { asset }, signal, isFirst);
}

/** Names the buyer's account (CAIP-10) for refunds, with the code of the address. */
export function nameRefundAccount(target: GatewayTarget, body: { code: string; account: string }, signal: AbortSignal) {
  return postToGateway<unknown>(target, "deposit/refund", body, signal, isFirst);
}

/** Repeats a request once. The buyer decides about more. */
function isFirst(_error: unknown, attempt: number): boolean {
  return attempt === 1;
}
