import { isAddressEqual, parseEventLogs, type TransactionReceipt } from "viem";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";
import type { Address } from "#lib/core/caip.ts";

/** Tokens that a router has forwarded to an account, as the merchant's share or as the fee. */
export type ForwardedTokens = { router: Address; token: Address; to: Address; amount: bigint };

/**
 * Finds the payer of tokens that a router forwarded in a transaction. The router's own event is proof, whichever account
 * submitted it: the router has pulled the tokens from that payer.
 * @returns null when no event fits, or events of different payers do.
 */
export function findPayer({ logs }: Pick<TransactionReceipt, "logs">, forwarded: ForwardedTokens): Address | null {
  const { router, token, to, amount: wanted } = forwarded;
  const payers = parseEventLogs({ abi: paymentRouterAbi, eventName: "PaymentCollected", logs })
    .filter(({ address, args }) => isAddressEqual(address, router) && isAddressEqual(args.token, token))
    .filter(({ args: { recipient, feeRecipient, amount, fee } }) => {
      const isShare = isAddressEqual(recipient, to) && amount - fee === wanted;
      return isShare || (isAddressEqual(feeRecipient, to) && fee === wanted);
    })
    .map(({ args }) => args.payer);
  const [payer = null] = payers;
  return payer !== null && payers.every((each) => isAddressEqual(each, payer)) ? payer : null;
}
