import { signTypedDataParams } from "#lib/chain/permits/eip3009.ts";
import { approveCalldata, signTransferParams } from "#lib/chain/permits/permit2.ts";
import { type Caip2, toCaip2 } from "#lib/core/caip.ts";
import { authorizationOf, type PaymentOption, permitTransferOf } from "#lib/domain/payments/collection/option.ts";

/** A transaction as `eth_sendTransaction` takes it. */
type WalletTransaction = { from: string; to: string; data: string; value: string };

/** One RPC call that a buyer's wallet is asked to make. */
export type WalletAction =
  | { chainId: Caip2; method: "eth_signTypedData_v4"; params: [string, string] }
  | { chainId: Caip2; method: "eth_sendTransaction"; params: [WalletTransaction] };

/**
 * What a wallet must do for an option, in order: the approvals that stood before it when it was offered, if any, and one
 * signature. The same option always asks for the same.
 */
export function walletActions(option: PaymentOption): WalletAction[] {
  const chainId = toCaip2(option.chainId);
  const approvals = option.approvals.map((amount): WalletAction => {
    const transaction = { from: option.buyer, to: option.token, data: approveCalldata(amount), value: "0x0" };
    return { chainId, method: "eth_sendTransaction", params: [transaction] };
  });
  const params =
    option.method === "permit2"
      ? signTransferParams(permitTransferOf(option))
      : signTypedDataParams(authorizationOf(option));
  return [...approvals, { chainId, method: "eth_signTypedData_v4", params }];
}
