import { signTypedDataParams } from "#lib/chain/permits/eip3009.ts";
import { approveCalldata, signTransferParams } from "#lib/chain/permits/permit2.ts";
import { type Caip2, toCaip2 } from "#lib/core/caip.ts";
import { authorizationOf, type PaymentOption, permitTransferOf } from "#lib/domain/payments/options/option.ts";

/** The transaction parameter of `eth_sendTransaction`. */
type WalletTransaction = { from: string; to: string; data: string; value: string };

/** One RPC call that a buyer's wallet is asked to make. */
export type WalletAction =
  | { chainId: Caip2; method: "eth_signTypedData_v4"; params: [string, string] }
  | { chainId: Caip2; method: "eth_sendTransaction"; params: [WalletTransaction] };

/**
 * Returns an option's actions in order: the approvals that were required when it was offered, if any, then one signature.
 * The same option always has the same actions.
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
