import { signTypedDataParams } from "#lib/chain/permits/eip3009.ts";
import { type Caip2, toCaip2 } from "#lib/core/caip.ts";
import { authorizationOf, type PaymentOption } from "#lib/domain/collection/option.ts";

/** One RPC call that a buyer's wallet is asked to make. */
export type WalletAction = { chainId: Caip2; method: "eth_signTypedData_v4"; params: string[] };

/** What a wallet must do for an option, in order. The same option always asks for the same. */
export function walletActions(option: PaymentOption): WalletAction[] {
  const params = signTypedDataParams(authorizationOf(option));
  return [{ chainId: toCaip2(option.chainId), method: "eth_signTypedData_v4", params }];
}
